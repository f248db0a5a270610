package rawvideo

import (
	"strings"
	"testing"
)

// names are names as published test sets write them, and as programs write their files, with the
// layout that their sets state. Empty: the name says no size.
const names = `
	name_1920x1080_50fps_10bit_420.yuv         1920x1080:yuv420p10le@50
	512x512_444p.yuv                           512x512:yuv444p@25
	park_joy_1080p25.yuv                       1920x1080:yuv420p@25
	clip_640x360_p10le.yuv                     640x360:yuv420p10le@25
	clip_640x360.yuv420p                       640x360:yuv420p@25
	clip_640x360.yuv420p10le                   640x360:yuv420p10le@25
	clip_640x360.nv12                          640x360:nv12@25
	clip-640x360-uyvy422-30fps.raw             640x360:uyvy422@30
	clip_640x360.rgb                           640x360:rgb24@25
	clip_640x360_rgb24.bin                     640x360:rgb24@25
	clip_640x360_gray.yuv                      640x360:gray@25
	clip_640x360_400_10bit.yuv                 640x360:gray10le@25
	clip_640x360_gray16le.raw                  640x360:gray16le@25
	clip.yuv
	clip_50fps.yuv
	10bit_420.yuv

	BasketballDrive_1920x1080_50.yuv           1920x1080:yuv420p@50
	BQTerrace_1920x1080_60.yuv                 1920x1080:yuv420p@60
	Cactus_1920x1080_50.yuv                    1920x1080:yuv420p@50
	Kimono1_1920x1080_24.yuv                   1920x1080:yuv420p@24
	ParkScene_1920x1080_24.yuv                 1920x1080:yuv420p@24
	BasketballDrill_832x480_50.yuv             832x480:yuv420p@50
	BasketballDrillText_832x480_50.yuv         832x480:yuv420p@50
	BQMall_832x480_60.yuv                      832x480:yuv420p@60
	PartyScene_832x480_50.yuv                  832x480:yuv420p@50
	RaceHorses_832x480_30.yuv                  832x480:yuv420p@30
	RaceHorses_416x240_30.yuv                  416x240:yuv420p@30
	BlowingBubbles_416x240_50.yuv              416x240:yuv420p@50
	BQSquare_416x240_60.yuv                    416x240:yuv420p@60
	BasketballPass_416x240_50.yuv              416x240:yuv420p@50
	FourPeople_1280x720_60.yuv                 1280x720:yuv420p@60
	Johnny_1280x720_60.yuv                     1280x720:yuv420p@60
	KristenAndSara_1280x720_60.yuv             1280x720:yuv420p@60
	vidyo1_1280x720_60.yuv                     1280x720:yuv420p@60
	SlideEditing_1280x720_30.yuv               1280x720:yuv420p@30
	SlideShow_1280x720_20.yuv                  1280x720:yuv420p@20
	ChinaSpeed_1024x768_30.yuv                 1024x768:yuv420p@30
	Traffic_2560x1600_30_crop.yuv              2560x1600:yuv420p@30
	PeopleOnStreet_2560x1600_30_crop.yuv       2560x1600:yuv420p@30
	NebutaFestival_2560x1600_60_10bit_crop.yuv 2560x1600:yuv420p10le@60
	SteamLocomotiveTrain_2560x1600_60_10bit_crop.yuv 2560x1600:yuv420p10le@60
	Kimono1_1920x1080_24_10bit_444.yuv         1920x1080:yuv444p10le@24
	EBUHorse_1920x1080_50_10bit_422.yuv        1920x1080:yuv422p10le@50
	EBUWaterRocksClose_1920x1080_50_10bit_444.yuv 1920x1080:yuv444p10le@50
	Traffic_2560x1600_30_12bit_444_crop.yuv    2560x1600:yuv444p12le@30
	sc_flyingGraphics_1920x1080_60_8bit_444.yuv 1920x1080:yuv444p@60
	sc_desktop_1920x1080_60_8bit_444.yuv       1920x1080:yuv444p@60
	sc_map_1280x720_60_8bit_444.yuv            1280x720:yuv444p@60
	Basketball_Screen_2560x1440_60p_8b444.yuv  2560x1440:yuv444p@60
	MissionControlClip2_2560x1440_60p_8b444.yuv 2560x1440:yuv444p@60
	ArenaOfValor_1920x1080_60_8bit_420.yuv     1920x1080:yuv420p@60
	Tango2_3840x2160_60fps_10bit_420.yuv       3840x2160:yuv420p10le@60
	FoodMarket4_3840x2160_60fps_10bit_420.yuv  3840x2160:yuv420p10le@60
	Campfire_3840x2160_30fps_10bit_bt709_420_videoRange.yuv 3840x2160:yuv420p10le@30
	CatRobot1_3840x2160p_60_10_709_420.yuv     3840x2160:yuv420p10le@60
	CatRobot_3840x2160_60fps_10bit_420_jvet.yuv 3840x2160:yuv420p10le@60
	DaylightRoad2_3840x2160_60fps_10bit_420.yuv 3840x2160:yuv420p10le@60
	ParkRunning3_3840x2160_50fps_10bit_420.yuv 3840x2160:yuv420p10le@50
	MarketPlace_1920x1080_60fps_10bit_420.yuv  1920x1080:yuv420p10le@60
	RitualDance_1920x1080_60fps_10bit_420.yuv  1920x1080:yuv420p10le@60
	S03-Market3_1920x1080p_50_10b_pq_709_ct2020_420_rev1.yuv 1920x1080:yuv420p10le@50

	foreman_cif.yuv                            352x288:yuv420p@25
	foreman_qcif.yuv                           176x144:yuv420p@25
	akiyo_qcif.yuv                             176x144:yuv420p@25
	foreman.qcif                               176x144:yuv420p@25
	foreman.cif                                352x288:yuv420p@25
	students_qcif_15fps.yuv                    176x144:yuv420p@15
	FOREMAN_352x288_30_orig_01.yuv             352x288:yuv420p@30
	mobile_cif_30.yuv                          352x288:yuv420p@30
	city_4cif.yuv                              704x576:yuv420p@25
	harbour_4cif_60fps.yuv                     704x576:yuv420p@60
	garden_sif.yuv                             352x240:yuv420p@25
	football_422_cif.yuv                       352x288:yuv422p@25
	crowd_run_1080p50.yuv                      1920x1080:yuv420p@50
	ducks_take_off_420_720p50.yuv              1280x720:yuv420p@50
	in_to_tree_444_720p50.yuv                  1280x720:yuv444p@50
	old_town_cross_2160p50.yuv                 3840x2160:yuv420p@50
	blue_sky_1080p25.yuv                       1920x1080:yuv420p@25
	sintel_trailer_2k_480p24.yuv               854x480:yuv420p@24
	big_buck_bunny_360p24.yuv                  640x360:yuv420p@24
	aspen_1080p.yuv                            1920x1080:yuv420p@25
	gipsrestat_720p60.yuv                      1280x720:yuv420p@60
	vidyo1_720p_60fps.yuv                      1280x720:yuv420p@60
	Netflix_Aerial_4096x2160_60fps_10bit_420.yuv 4096x2160:yuv420p10le@60
	Netflix_DrivingPOV_1280x720_60fps_8bit_420_60f.yuv 1280x720:yuv420p@60
	dark720p_60f.yuv                           1280x720:yuv420p@25
	niklas360p_60f.yuv                         640x360:yuv420p@25
	speed_bag_640x360_60f.yuv                  640x360:yuv420p@25
	riverbed_1080p25_60f.yuv                   1920x1080:yuv420p@25
	BoxingPractice_3840x2160_5994fps_10bit_420.yuv 3840x2160:yuv420p10le@60000/1001
	PierSeaSide_3840x2160_2997fps_10bit_420_v2.yuv 3840x2160:yuv420p10le@30000/1001
	NocturneDance_3840x2160p_10bit_60fps.yuv   3840x2160:yuv420p10le@60
	Aerial3200_1920x1080_5994_10bit_420.yuv    1920x1080:yuv420p10le@60000/1001
	RushFieldCuts_1920x1080_2997.yuv           1920x1080:yuv420p@30000/1001
	OldTownCross_1920x1080p50.yuv              1920x1080:yuv420p@50
	GregoryScarf_1080x1920p30.yuv              1080x1920:yuv420p@30
	WorldCup_1920x1080_30p.yuv                 1920x1080:yuv420p@30
	ControlledBurn_1280x720p30_420.yuv         1280x720:yuv420p@30
	RollerCoaster_1280x720p_5994_10bit_420.yuv 1280x720:yuv420p10le@60000/1001
	EuroTruckSimulator2_1920x1080p60.yuv       1920x1080:yuv420p@60

	Beauty_1920x1080_120fps_420_8bit_YUV.yuv   1920x1080:yuv420p@120
	Beauty_3840x2160_120fps_420_10bit_YUV.yuv  3840x2160:yuv420p10le@120
	CityAlley_3840x2160_50fps_10bit.yuv        3840x2160:yuv420p10le@50
	videoSRC01_1920x1080_30.yuv                1920x1080:yuv420p@30
	videoSRC09_1920x1080_24_8bit.yuv           1920x1080:yuv420p@24
	clip_1920x1080_23.976fps_yuv422p10le.yuv   1920x1080:yuv422p10le@24000/1001
	clip_1920x1080_29.97_yuv422p.yuv           1920x1080:yuv422p@30000/1001
	clip-1280x720-59.94hz-p010.yuv             1280x720:p010le@60000/1001
	clip(1920x1080)(25)(4:2:2).yuv             1920x1080:yuv422p@25
	clip 1920×1080 50 Hz 4-4-4 12 bit.yuv      1920x1080:yuv444p12le@50
	clip_720p_nv12_10bit.yuv                   1280x720:p010le@25
	rec_416x240_yuv420p10.yuv                  416x240:yuv420p10le@25
	rec_416x240_420p10be.yuv                   416x240:yuv420p10be@25
	rec_416x240_gbrp12le.yuv                   416x240:gbrp12le@25
	rec_416x240_yuva444p.yuv                   416x240:yuva444p@25
	rec_416x240_yuvj420p.yuv                   416x240:yuvj420p@25
	rec_416x240_i420.yuv                       416x240:yuv420p@25
	rec_416x240_yv12.yuv
	rec_416x240_v210.yuv
	dir_352x288/clip.yuv
	0x0_clip.yuv
`

func TestGuess(t *testing.T) {
	n := 0
	for line := range strings.Lines(names) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		name, want := line, ""
		if at := strings.LastIndex(line, " "); at >= 0 && strings.Contains(line[at:], "@") {
			name, want = strings.TrimSpace(line[:at]), line[at+1:]
		}
		got := ""
		if l, ok := Guess(name); ok {
			got = l.String()
		}
		if n++; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if n < 100 {
		t.Errorf("%d names", n)
	}
}
