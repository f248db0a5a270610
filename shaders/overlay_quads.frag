// The colour of a quad's outline, blended by its alpha.

flat in vec4 colour;
layout(location = 0) out vec4 rgba;

void main()
{
	rgba = colour;
}
