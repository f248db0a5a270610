// Computes level 0 of a feature pyramid: the features of all pixels.
//
// Planes     bindings 0, 2, 3, see feature_samples.glsl
// Means      binding 4: out, packed vectors, those of level 0 row by row
// dispatch   ceil(size / 16) workgroups; afterwards a barrier for storage

layout(local_size_x = 16, local_size_y = 16) in;

#include "feature.glsl"
#include "feature_samples.glsl"

layout(std430, binding = 4) writeonly buffer Means { uvec2 means[]; };

uniform int first; // index of level 0 in means[]

void main()
{
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(p, size)))
		return;
	uvec3 v = samples_at(p.x, p.y);
	means[first + p.y * size.x + p.x] = pack_mean(in_range(raw_features(v.x, chroma_part(v.y, v.z))));
}
