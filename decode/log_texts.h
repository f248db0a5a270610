#ifndef DECODE_LOG_TEXTS_H
#define DECODE_LOG_TEXTS_H

#include <inttypes.h>

// Messages whose log level is misleading about damage, recognised by the start of the format string.
// Each row names its source in FFmpeg.

// Damage that FFmpeg logs below AV_LOG_WARNING.
static const char *const quiet_damage[] = {
    "concealing ",                // error_resilience.c, from several threads: parts of a frame are concealed
    "freeing incomplete packet ", // asfdec_f.c: the rest of a packet never came
    "syncing from ",              // nutdec.c: the next packet is searched for
    "Unknown entry ",             // matroskadec.c: an element that FFmpeg does not know at this place
};

// matroskadec.c: elements of the specification, RFC 9559, that FFmpeg does not know either, among those
// that it reads next to the frames.
static const unsigned specified_entries[] = {
    0x5854, 0xaf,                                   // in a cluster: SilentTracks, EncryptedBlock
    0xa2, 0xfa, 0xfd, 0x8e, 0xc8,                   // BlockVirtual, ReferencePriority, ReferenceVirtual, Slices, ReferenceFrame
    0xea, 0xdb,                                     // in the index: CueCodecState, CueReference
    0x63c9, 0x447b, 0x4485,                         // TagEditionUID, TagLanguageBCP47, TagBinary
    0x4675, 0x4661, 0x4662,                         // FileReferral, FileUsedStartTime, FileUsedEndTime
    0x4520, 0x5654, 0x6e67, 0x4588, 0x6ebc,         // EditionDisplay, ChapterStringUID, ChapterSegmentUUID, ChapterSkipType, ChapterSegmentEditionUID
    0x8f, 0x437d, 0x6944,                           // ChapterTrack, ChapLanguageBCP47, ChapProcess
};

// Messages about undamaged files that are errors in some FFmpeg version.
static const char *const harmless[] = {
    "Referenced QT chapter track ", "Unknown projection type", "Failed to retrieve first frame", // mov.c
    "loci too short", "place name too long",                                        // mov.c
    "unable to compute the size ", "Unknown attached picture ",                     // mxfdec.c; asf.c, flac_picture.c
    "warning: first frame is no keyframe",                                          // mpegvideo*.c; H.261 has no key frames
    "unable to decode APP fields", "SEI type ",                                     // mjpegdec.c, h264_sei.c
    "error decoding EXIF ", "error popping additional IFD", "invalid TIFF header in EXIF ", // exif.c
    "Unable to parse Exif ", "Unable to parse EXIF ", "Unable to attach EXIF ",     // mov.c, libjxldec.c
    "could not parse EXIF ", "error attaching EXIF ",                               // tiff.c
    "Failed reading RTSP data: ",                                                   // rtsp.c, also at the end of a stream; the return code shows the difference
};

// Warnings about undamaged files. Some start like errors about damage.
static const char *const harmless_warnings[] = {
    // demux.c: a corrupt packet also has a flag.
    "Packet corrupt ", ".\n",
    // demux.c: time stamps are checked anyway.
    "Invalid timestamps ", "DTS ", "Non-increasing DTS ",
    // demux.c: not found while looking ahead.
    "Could not find codec parameters ", "Estimating duration ", "start time for stream ", "stream %d : no ",
    "nothing to probe ", "Stream #%d: not enough frames ", "probed stream ", "Failed to reallocate probe buffer", "Failed to open codec ",
    // Writers' oddities, by demuxer.
    "Negative cts", "invalid timestamps ", "Concatenated FLV ",                   // flvdec.c
    "Adjusting next position ", "Found invalid index ", "Skipping duplicate index", // flvdec.c
    "Broken file, %skeyframe ", "Page at %",                                        // oggdec.c
    "File extends beyond ", "Found unknown-length element ",                        // matroskadec.c
    "Invalid stream + prefix ", "Skipping foreign stream ",                         // avidec.c
    "seeking detected on stream ", "unsupported multiple ANC ",                     // mxfdec.c
    "unsupported s436m ", "unsupported did or sdid",                                // mxfdec.c
    "st: %d edit list", "Found duplicated MOOV ", "could not find corresponding trex ", // mov.c
    // log.c: the last line about a missing feature of FFmpeg, which on_log handles.
    "If you want to help",
    // decode.c, pthread*.c, mpegvideo*.c.
    "Multiple frames in a packet", "ignoring invalid SAR", "Picture changed from size",
    "Invalid cropping information ", "too many threads/slices ",
    // Metadata, features and encoders' oddities, by decoder.
    "skipping APPx ", "Mismatching LJIF ", "Invalid ICC_PROFILE ",                  // mjpegdec.c
    "Invalid sequence number in APP2", "Invalid number of markers ", "Mistmatch in coded number ", // mjpegdec.c
    "Mismatching sequence number ", "Duplicate ICC ", "Read more ICC ", "EOI missing",            // mjpegdec.c
    "invalid frame_pred_frame_dct", "frame_rate_index ",                            // mpeg12dec.c
    "looks like this file was encoded with ", "Ignoring multiple VOL ",             // mpeg4videodec.c
    "Video uses a non-standard ", "Discarding excessive bitstream ",                // mpeg4videodec.c, h263dec.c
    "Truncated VUI ", "Failed synthesizing film grain",                             // h264_ps.c, h264_picture.c, hevcdec.c
    "Unknown HEVC profile", "Ignoring unsupported VPS extension", "Truncating likely oversized ", "Unknown SAR index",    // hevc_ps.c
    "vps_max_num_reorder_pics ", "sps_max_num_reorder_pics ", "Strange VUI ",       // hevc_ps.c
    "Overread in VUI", "Invalid default display window", "cb_qp_offset_list not ",  // hevc_ps.c
    "extended_precision_processing_flag ", "high_precision_offsets_enabled_flag ",  // hevc_ps.c
    "cabac_bypass_alignment_enabled_flag ", "Multiple Dolby Vision ", "Error parsing DOVI ", // hevc_ps.c, hevcdec.c
    "Unknown profile ", "Unspecified colorspace",                                   // vp8.c
    "%d bits left in packet ",                                                      // vp3.c
    "frame size changed: ", "pix_fmt changed: ", "Adaptive ",                       // dnxhddec.c
    "Invalid image width: ", "Invalid image height: ", "Image too wide by ", "Image too high by ",                // gifdec.c
    "Broken tEXt ", "Broken zTXt ", "Unknown value in sTER ", "%d undecompressed ", // pngdec.c
    "Assuming black level ",                                                        // tiff.c
    "extra cblk styles ", "Selective arithmetic ", "Progression order ",            // jpeg2000dec.c
    "ALPHA chunk ", "EXIF chunk ", "ICCP chunk ", "skipping unsupported chunk",     // webp.c
    "Stream is old ", "Stream may have unhandled ",                                 // dirac.c
    "Changing dimensions ",                                                         // rv34.c
    // The same for FFmpeg 7 to 9.
    "Invalid Block Addition ", "BlockAddID ", "Unexpected BlockAdditions ", "Unknown ARIB ", // matroskadec.c
    "ignoring iacb", "Unsupported 'chnl' box ", "No stream matching sidx ", "Detected creation time ", // mov.c
    "All samples in data stream ", "Ignoring duplicate AMVE", "Unknown hero eye ", "Unknown tag in ", // mov.c
    "Duplicate iinf box ", "Unknown iref box ", "HEIF item id ", "HEIF ICC profile ", "Missing stream referenced ", // mov.c
    "Skipping unhandled metadata ", "'srat' within ", "ignore invalid sample rate ", "Invalid clap box", // mov.c
    "More than one vdep ", "Box has more bytes ", "Exif metadata with ",            // mov.c
    "got %d channel ", "got %" PRIu32 " channel ", "skip %" PRId64 " bytes of unknown data", // mov_chan.c
    "capping channel ", "ignoring channel layout ", "ignoring layout tag ",         // mov_chan.c
    "speaker position ",                                                            // mov_chan.c
    "Duplicate ffv1_extradata", "data after the RandomIndexPack",                   // mxfdec.c
    "Ignore invalid colorInfo", "nAvgBytesPerSec ", "Unknown encoding ",         // flvdec.c, riffdec.c, id3v2.c
    "Invalid JPEG-XS ", "Unsupported JPEG-XS ", "Unknown JPEG XS ",                 // mpegts.c
    "unable to attach displaymatrix", "Bad IFD type ", "display matrix is singular", // decode.c, exif.c
    "Unable to remove orientation ",                                                // libjxldec.c
    "No Dolby Vision ", "Unknown Dolby Vision ", "Compressed DM RPU ", "Unexpected DV Profile ", // dovi_*.c
    "No sequence header available in extradata", "Failure to parse %s SEI ", "Invalid SAR ", // av1dec.c, hevc/sei.c, h2645_vui.c
    "%s profile bitstream", "VPS VUI ", "Multiple scalability ", "Unsupported dimension_id ", "Unsupported num_", // hevc/ps.c
    "Unsupported default_output_layer_idc", "Unsupported direct_dep_type", "Independent output layers ", // hevc/ps.c
    "Broken VPS extension", "SPS %d references ", "sps_3d_extension_flag ", "Overread PPS ", // hevc/ps.c
    "Unsupported film grain ", "No alpha pixel format ",                            // hevc/hevcdec.c
    "unrecognized cICP ", "tv-range cICP ", "nonzero cICP ", "invalid cICP ", "unknown cHRM ", // pngdec.c
    "Invalid cLL", "Invalid mDC", "Ignoring illegal sBIT ", "Invalid sBIT ", "Invalid significant bits", // pngdec.c
    "multiple EXIF", "unable to parse EXIF ", "couldn't attach EXIF ", "Mismatch in coded number ", // mjpegdec.c
    "unable to attach EXIF ", "XMP chunk ", "Skipping chunk: ", "Invalid denominator", // webp*.c, tiff.c
    "unable to faithfully ", "picture resolution change: ", "ignoring picture start code ", // rv60dec.c, prores_raw.c, mpeg12dec.c
};

#endif
