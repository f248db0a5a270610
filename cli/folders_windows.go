package cli

import "os"

// stateFolder returns the folder of programs' state, %APPDATA%.
func stateFolder() string {
	folder, _ := os.UserConfigDir() // "" without one
	return folder
}

// cacheFolder returns the folder of programs' caches, %LOCALAPPDATA%.
func cacheFolder() string {
	folder, _ := os.UserCacheDir()
	return folder
}
