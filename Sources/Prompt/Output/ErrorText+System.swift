import Glibc

extension ErrorText {
    /// What an error number of the system means for a file; our own words, as the system's follow the locale.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file or folder"
        case EACCES, EPERM: "it is not permitted"
        case EISDIR: "it is a folder"
        case EBUSY: "it is in use"
        case EOPNOTSUPP: "it is there, and no file of the usual kind"
        case ENOTDIR: "a part of its path is no folder"
        case EXDEV: "it lies on another disk"
        case EROFS: "the disk can only be read"
        case ENAMETOOLONG: "its name is too long"
        case ELOOP: "its links lead round in a circle"
        case EMFILE, ENFILE: "too many files are open"
        case EFBIG: "it has become too large"
        case EIO: "the disk failed"
        case ENOSPC, EDQUOT: "there is no space left"
        case EPIPE: "its reader has gone"
        default: "error \(code) of the system"
        }
    }
}
