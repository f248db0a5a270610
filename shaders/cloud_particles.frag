// Outputs the colour of a particle.

flat in vec3 colour;

layout(location = 0) out vec4 rgba;

void main() { rgba = vec4(colour, 1.0); }
