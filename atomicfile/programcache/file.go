package programcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
)

// A file is a header and the payload. The header has, packed and little-endian: the magic, the version
// (4 bytes), the key, the payload's length (8 bytes) and its SHA-256.
const (
	magic      = "ffkvprog"
	version    = 1
	keyAt      = len(magic) + 4
	lengthAt   = keyAt + sha256.Size
	sumAt      = lengthAt + 8
	headSize   = sumAt + sha256.Size
	maxPayload = 8 << 20 // programs have 10 to 300 KB
)

func encode(key [sha256.Size]byte, payload []byte) []byte {
	data := make([]byte, 0, headSize+len(payload))
	data = append(data, magic...)
	data = binary.LittleEndian.AppendUint32(data, version)
	data = append(data, key[:]...)
	data = binary.LittleEndian.AppendUint64(data, uint64(len(payload)))
	sum := sha256.Sum256(payload)
	data = append(data, sum[:]...)
	return append(data, payload...)
}

// decode returns the payload of a file for a key, nil if data is not such a file.
func decode(data []byte, key [sha256.Size]byte) []byte {
	if len(data) <= headSize || len(data) > headSize+maxPayload ||
		string(data[:len(magic)]) != magic ||
		binary.LittleEndian.Uint32(data[len(magic):]) != version ||
		!bytes.Equal(data[keyAt:lengthAt], key[:]) ||
		binary.LittleEndian.Uint64(data[lengthAt:]) != uint64(len(data)-headSize) {
		return nil
	}
	payload := data[headSize:]
	if sum := sha256.Sum256(payload); !bytes.Equal(data[sumAt:headSize], sum[:]) {
		return nil
	}
	return payload
}
