// Sums over a workgroup of WG_SIZE invocations; each call contains barriers.
//
// With SUBGROUPS they use subgroup operations if subgroups of 32 fill the workgroup. invocation()
// numbers the invocations so that those of a subgroup are consecutive.

#ifndef SCRATCH_SIZE
#define SCRATCH_SIZE (2 * WG_SIZE)
#endif

shared uint sh_scratch[SCRATCH_SIZE]; // free between calls
shared uvec2 sh_partial[WG_SIZE / 8];
shared uint sh_votes[WG_SIZE / 32];

#ifdef SUBGROUPS

bool subgroups_fit() { return gl_SubgroupSize == 32u && gl_NumSubgroups == uint(WG_SIZE / 32); }

uint invocation()
{
	return subgroups_fit() ? gl_SubgroupID * 32u + gl_SubgroupInvocationID : gl_LocalInvocationIndex;
}

uvec2 scan_by_subgroups(uvec2 value, out uint before)
{
	uint n_including = subgroupInclusiveAdd(value.x);
	uint sum = subgroupAdd(value.y);
	if (gl_SubgroupInvocationID == 31u)
		sh_partial[gl_SubgroupID] = uvec2(n_including, sum);
	barrier();
	before = n_including - value.x;
	uvec2 total = uvec2(0u);
	for (uint i = 0u; i < uint(WG_SIZE / 32); i++) {
		if (i == gl_SubgroupID)
			before += total.x;
		total += sh_partial[i];
	}
	return total;
}

#else

uint invocation() { return gl_LocalInvocationIndex; }

#endif

uvec2 scan_by_eights(uvec2 value, out uint before)
{
	uint self = gl_LocalInvocationIndex;
	sh_scratch[2u * self] = value.x;
	sh_scratch[2u * self + 1u] = value.y;
	barrier();
	uvec2 n_before = uvec2(0u);
	for (uint i = self & ~7u; i < self; i++)
		n_before += uvec2(sh_scratch[2u * i], sh_scratch[2u * i + 1u]);
	if (self % 8u == 7u)
		sh_partial[self / 8u] = n_before + value;
	barrier();
	before = n_before.x;
	uvec2 total = uvec2(0u);
	for (uint i = 0u; i < uint(WG_SIZE / 8); i++) {
		if (i == self / 8u)
			before += total.x;
		total += sh_partial[i];
	}
	return total;
}

// Returns the sum over the workgroup and sets before to the exclusive prefix sum of value.x. Shared
// memory written before the call is visible after it. There must be a barrier between two calls.
uvec2 scan(uvec2 value, out uint before)
{
#ifdef SUBGROUPS
	if (subgroups_fit())
		return scan_by_subgroups(value, before);
#endif
	return scan_by_eights(value, before);
}

// Sets sh_votes, one bit per invocation, for use after the next barrier. sh_votes must have been
// zeroed, with a barrier after that.
void vote(bool yes)
{
#ifdef SUBGROUPS
	if (subgroups_fit()) {
		uint votes = subgroupBallot(yes).x;
		if (gl_SubgroupInvocationID == 0u)
			sh_votes[gl_SubgroupID] = votes;
		return;
	}
#endif
	if (yes)
		atomicOr(sh_votes[gl_LocalInvocationIndex / 32u], 1u << gl_LocalInvocationIndex % 32u);
}
