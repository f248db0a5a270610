package decode

import "bytes"

// checkGIF walks the blocks up to the trailer; anything may follow the trailer. The middle of a pipe is
// not available: the walk continues there at the first image with a delay in the last bytes. Without
// such an image the trailer must be at the end, except for padding.
func checkGIF(f fileBytes) error {
	h, ok, err := header(f, 0, 13)
	if !ok {
		return err
	}
	if ok, err = walkGIF(f, 13+colours(h[10])); ok || err != nil {
		return err
	}
	end := tail(f, 1<<16)
	for at := range len(end) - 8 {
		// An extension of four bytes, an empty sub-block, and an image or another extension.
		b := end[at : at+9]
		if bytes.HasPrefix(b, []byte{0x21, 0xf9, 4}) && b[7] == 0 && (b[8] == 0x2c || b[8] == 0x21) {
			_, err = walkGIF(f, f.length()-int64(len(end)-at))
			return err
		}
	}
	if !bytes.HasSuffix(bytes.TrimRight(end, "\x00\r\n"), []byte{0x3b}) {
		return errCutShort
	}
	return nil
}

// walkGIF goes from a block at an offset to the trailer. An extension is 0x21 and its label. An image
// is 0x2c, its position, an optional colour table, and the code size. Both end with sub-blocks. ok and
// err are as for header.
func walkGIF(f fileBytes, offset int64) (ok bool, err error) {
	for {
		h, ok, err := header(f, offset, 1)
		if !ok {
			return false, err
		}
		switch h[0] {
		case 0x3b:
			return true, nil
		case 0x21:
			offset += 2
		case 0x2c:
			if h, ok, err = header(f, offset, 10); !ok {
				return false, err
			}
			offset += 10 + colours(h[9]) + 1
		default:
			return false, errBroken
		}
		if offset, ok, err = skipSubBlocks(f, offset); !ok {
			return false, err
		}
	}
}

// colours returns the size of a GIF's colour table from the flags before it.
func colours(flags byte) int64 {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipSubBlocks returns the offset after a GIF's sub-blocks. Each is a byte count and that many bytes;
// the last one is empty. ok and err are as for header.
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

// checkPNG looks for the last chunk; other data may follow it.
func checkPNG(f fileBytes) error {
	if !bytes.Contains(tail(f, 1<<16), []byte("IEND\xae\x42\x60\x82")) {
		return errCutShort
	}
	return nil
}
