// A list's quads in its order, each with its age: the number of consecutive lists just
// before it that have the same quad. overlay.keptHeader in Go is the size of the header
// before them.
struct Kept { uint quad, age; };
