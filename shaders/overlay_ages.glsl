// A list's quads in order, each with its age: the number of consecutive lists just before this one that
// have the same quad. overlay.ageHeader in Go is the size of the header before them.
struct AgedQuad { uint quad, age; };
