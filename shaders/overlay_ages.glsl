// A list's quads in its order, each with its age: how many lists before it, one
// after another, had the same quad. overlay.keptHeader in Go is what stands
// before them.
struct Kept { uint quad, age; };
