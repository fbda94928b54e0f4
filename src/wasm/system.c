/* system.c: replaces the system calls of the C library, which a page does not have.
 *
 * snprintf links the streams of the C library, though nothing here reads or writes one.  With these functions the
 * module imports nothing for them. */
#include <wasi/api.h>

__wasi_errno_t __wasi_fd_close(__wasi_fd_t file)
{
    (void)file;
    return __WASI_ERRNO_NOSYS;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t file, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *new_offset)
{
    (void)file, (void)offset, (void)whence, (void)new_offset;
    return __WASI_ERRNO_NOSYS;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t file, const __wasi_ciovec_t *bytes, size_t count,
                               __wasi_size_t *written)
{
    (void)file, (void)bytes, (void)count, (void)written;
    return __WASI_ERRNO_NOSYS;
}
