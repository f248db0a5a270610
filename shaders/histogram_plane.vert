// One triangle that covers the whole target, at a depth.
//
// draw  3 vertices

uniform float depth; // 0, near, to 1

void main()
{
	gl_Position = vec4(4.0 * float(gl_VertexID & 1) - 1.0, 2.0 * float(gl_VertexID & 2) - 1.0, 2.0 * depth - 1.0, 1.0);
}
