# Untried: no Homebrew was at hand. It is for Homebrew on Linux, because the program does not compile on macOS yet.
# In a tap of your own, with ADDRESS replaced by that of a repository:
#
#   brew install --HEAD ffkvadrat
class Ffkvadrat < Formula
  desc "Video player that shows the quadtree of what it plays"
  homepage "https://ffkvadrat.example.org"
  license "MIT"
  head "https://ffkvadrat.example.org/ADDRESS.git", branch: "main"

  depends_on "go" => :build
  depends_on "pkgconf" => :build
  depends_on "alsa-lib"
  depends_on "ffmpeg"
  depends_on "libx11"
  depends_on "libxcursor"
  depends_on "libxi"
  depends_on "libxinerama"
  depends_on "libxrandr"
  depends_on "libxxf86vm"
  depends_on :linux
  depends_on "mesa"

  def install
    system "scripts/ffmpeg", "go", "build", *std_go_args(ldflags: "-s -w")

    ENV["SOURCE_DATE_EPOCH"] = "0"
    system "scripts/ffmpeg", "go", "run", "-buildvcs=false", "./scripts/packaging", buildpath/"packaged"
    share.install Dir["packaged/usr/share/{applications,icons,man,metainfo}"]
    bash_completion.install "packaged/usr/share/bash-completion/completions/ffkvadrat"
    fish_completion.install "packaged/usr/share/fish/vendor_completions.d/ffkvadrat.fish"
    zsh_completion.install "packaged/usr/share/zsh/vendor-completions/_ffkvadrat"
  end

  test do
    (testpath/"picture.pgm").binwrite "P5\n8 8\n255\n#{"\0" * 64}"
    system bin/"ffkvadrat", "export", "picture.pgm", "-o", "quads.ndjson"
    assert_match '"quads":[[0,0,8', (testpath/"quads.ndjson").read
  end
end
