package decode

import "bytes"

// checkGIF walks the blocks up to the trailer, which anything may follow: an
// extension, 0x21 and its label; or an image, 0x2c, its place, perhaps a table of
// colours and the size of its codes. Each ends with sub-blocks.
func checkGIF(f fileBytes) error {
	colours := func(flags byte) int64 {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	h, ok, err := header(f, 0, 13)
	if !ok {
		return err
	}
	for offset := 13 + colours(h[10]); ; {
		if h, ok, err = header(f, offset, 1); !ok {
			return err
		}
		switch h[0] {
		case 0x3b:
			return nil
		case 0x21:
			offset += 2
		case 0x2c:
			if h, ok, err = header(f, offset, 10); !ok {
				return err
			}
			offset += 10 + colours(h[9]) + 1
		default:
			return errBroken
		}
		if offset, ok, err = skipSubBlocks(f, offset); !ok {
			return err
		}
	}
}

// skipSubBlocks goes behind a GIF's sub-blocks, a byte of size and as many
// others each, the last one empty. ok and err are as of header.
func skipSubBlocks(f fileBytes, offset int64) (end int64, ok bool, err error) {
	const room = 1 << 12
	for {
		window := f.at(offset, room)
		at := 0
		for at < len(window) {
			size := int(window[at])
			at += 1 + size
			if size == 0 {
				return offset + int64(at), true, nil
			}
		}
		offset += int64(at)
		if len(window) < room {
			_, _, err = header(f, offset, 1)
			return 0, false, err
		}
	}
}

// checkPNG looks for the last chunk, which something else may follow.
func checkPNG(f fileBytes) error {
	if !bytes.Contains(ending(f, 1<<16), []byte("IEND\xae\x42\x60\x82")) {
		return errCutShort
	}
	return nil
}
