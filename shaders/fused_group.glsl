// Sums over a workgroup of WG_SIZE invocations, which each call contains
// barriers of.
//
// With SUBGROUPS they are made by subgroup operations where subgroups fill the
// workgroup exactly; invocation() numbers the invocations so that those of a
// subgroup come one after another.

shared uvec4 sh_values[WG_SIZE];
shared uvec4 sh_partial[WG_SIZE / 8];

#ifdef SUBGROUPS

bool subgroups_fit() { return gl_SubgroupSize * gl_NumSubgroups == uint(WG_SIZE) && gl_SubgroupSize >= 8u; }

uint invocation()
{
	return subgroups_fit() ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID : gl_LocalInvocationIndex;
}

uvec4 scan_by_subgroups(uvec4 value, out uint before)
{
	uint n_including = subgroupInclusiveAdd(value.x);
	uvec3 rest = subgroupAdd(value.yzw);
	if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u)
		sh_partial[gl_SubgroupID] = uvec4(n_including, rest);
	barrier();
	before = n_including - value.x;
	uvec4 total = uvec4(0u);
	for (uint i = 0u; i < gl_NumSubgroups; i++) {
		if (i == gl_SubgroupID)
			before += total.x;
		total += sh_partial[i];
	}
	return total;
}

#else

uint invocation() { return gl_LocalInvocationIndex; }

#endif

uvec4 scan_by_eights(uvec4 value, out uint before)
{
	uint self = gl_LocalInvocationIndex;
	sh_values[self] = value;
	barrier();
	uvec4 n_before = uvec4(0u);
	for (uint i = self & ~7u; i < self; i++)
		n_before += sh_values[i];
	if (self % 8u == 7u)
		sh_partial[self / 8u] = n_before + value;
	barrier();
	before = n_before.x;
	uvec4 total = uvec4(0u);
	for (uint i = 0u; i < uint(WG_SIZE / 8); i++) {
		if (i == self / 8u)
			before += total.x;
		total += sh_partial[i];
	}
	return total;
}

// The sum over the workgroup; before is the sum of value.x over the earlier
// invocations. Shared memory written before is seen afterwards.
uvec4 scan(uvec4 value, out uint before)
{
#ifdef SUBGROUPS
	if (subgroups_fit())
		return scan_by_subgroups(value, before);
#endif
	return scan_by_eights(value, before);
}
