/*
 * Loaded before libc (LD_PRELOAD): every fsync and fdatasync fails with EIO for as long as the file that
 * FAIL_FSYNC_FILE names is there, as on a disk that has died under a file system.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int fails(void)
{
	const char *flag = getenv("FAIL_FSYNC_FILE");
	int before = errno;
	int found = flag != NULL && access(flag, F_OK) == 0;
	errno = before;
	return found;
}

static int sync_or_fail(const char *name, int fd)
{
	int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
	if (!fails())
		return real(fd);
	errno = EIO;
	return -1;
}

int fsync(int fd)
{
	return sync_or_fail("fsync", fd);
}

int fdatasync(int fd)
{
	return sync_or_fail("fdatasync", fd);
}
