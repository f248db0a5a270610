package quadfile

// image is what a file needs of a frame at its end.
type image struct {
	index, pts    int64
	hasPTS        bool
	width, height int
}

// imageRuns is a list of images. Images whose index and pts advance by constant steps share an
// entry, so a video of constant frame rate needs one.
type imageRuns struct {
	runs []imageRun
}

type imageRun struct {
	first              image
	n                  int64
	indexStep, ptsStep int64 // if n > 1
}

func (r *imageRun) at(i int64) image {
	img := r.first
	img.index += i * r.indexStep
	img.pts += i * r.ptsStep
	return img
}

func (l *imageRuns) add(f *Frame) {
	img := image{f.Index, 0, f.HasPTS, f.Width, f.Height}
	if f.HasPTS {
		img.pts = f.PTS
	}
	if len(l.runs) == 0 || !l.runs[len(l.runs)-1].extend(img) {
		l.runs = append(l.runs, imageRun{first: img, n: 1})
	}
}

// extend adds img to the run if it is the run's next image, and reports whether it is.
func (r *imageRun) extend(img image) bool {
	if r.n == 1 {
		r.indexStep, r.ptsStep = img.index-r.first.index, img.pts-r.first.pts
	}
	if r.at(r.n) != img {
		return false
	}
	r.n++
	return true
}

// all yields the images in order.
func (l *imageRuns) all(yield func(image) bool) {
	for i := range l.runs {
		for k := range l.runs[i].n {
			if !yield(l.runs[i].at(k)) {
				return
			}
		}
	}
}
