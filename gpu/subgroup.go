package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// Constants of GL_KHR_shader_subgroup.
const (
	subgroupSupportedStages   = 0x9533
	subgroupSupportedFeatures = 0x9534
	subgroupFeatureBasic      = 1
	subgroupFeatureArithmetic = 4
	subgroupFeatureBallot     = 8
)

// hasSubgroups computes Caps.Subgroups. The extension's name is not enough: an implementation may
// support only some stages and operations.
func hasSubgroups() bool {
	if !hasExtension("GL_KHR_shader_subgroup") {
		return false
	}
	var stages, features int32
	gl.GetIntegerv(subgroupSupportedStages, &stages)
	gl.GetIntegerv(subgroupSupportedFeatures, &features)
	const need = subgroupFeatureBasic | subgroupFeatureArithmetic | subgroupFeatureBallot
	return stages&gl.COMPUTE_SHADER_BIT != 0 && features&need == need
}
