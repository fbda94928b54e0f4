/* cut_vfs.h: an SQLite VFS for tests: a disk in memory that can lose its power, be full, or fail to
 * sync.
 *
 * What the disk may do when the power goes, which is what POSIX and real disks leave open:
 *  - What was written since the last sync of its file may be there, or not, or in part, each write
 *    for itself and in any order: the system writes pages back as it likes, and the disk reorders
 *    them.  Only a sync that returned orders anything.
 *  - A write of several sectors may be torn: its beginning, its end, its middle, any of its
 *    sectors.
 *  - The sector under the head may be lost as a whole: zeros, ones or noise, also where the write
 *    did not touch it.  Disks with 4,096-byte sectors behind an interface of 512 read, change and
 *    write the whole sector; cards and cheap SSDs do so with more.  This is the absence of what
 *    SQLite calls power-safe overwrite.  The files claim that property exactly as SQLite's own VFS
 *    for Unix does, that is unless psow=0 is asked for, and never have it.
 *  - A file may have grown without what was written to it (metadata went first).
 *  - Making a file and removing it are changes of the directory: until the directory is synced
 *    either may be undone.  As in SQLite's VFS for Unix only the first sync of a new journal or log
 *    syncs the directory, and a removal if it is asked to.
 *  - What was synced stays, apart from the lost sector of a later write beside it.
 *
 * After a failed sync the system takes what it could not write for written: it is in the cache and
 * may never reach the disk, and the next sync says nothing of it (Rebello et al., "Can Applications
 * Recover from fsync Failures?", USENIX ATC 2020).
 *
 * Test code: it aborts when memory runs out.  Any thread; one disk is one directory without
 * subdirectories.  A run with the same seed and the same calls is the same run. */
#ifndef SHG_SUPPORT_CUT_VFS_H
#define SHG_SUPPORT_CUT_VFS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cut_disk cut_disk;

/* A formatted disk, registered with SQLite as a VFS of this name (borrowed until the disk is
 * freed).  Owned (cut_disk_free, when no file of it is open). */
cut_disk *cut_disk_new(const char *vfs_name);
void cut_disk_free(cut_disk *disk);

/* Removes all files, and all the faults below; seed decides on what happens from now on. */
void cut_disk_format(cut_disk *disk, uint64_t seed);

/* The power goes with the step-th step from now on (1: the next); 0: it stays.  A step is a
 * write, a change of size, a sync or a removal. */
void cut_disk_cut_at(cut_disk *disk, uint64_t step);

/* The power goes now.  From then on everything fails but closing and unlocking. */
void cut_disk_cut(cut_disk *disk);
bool cut_disk_is_off(cut_disk *disk);

/* As if the power had gone, but all that was written survives: the program crashed, the system
 * did not. */
void cut_disk_crash(cut_disk *disk);

/* The power comes back to what survived.  No file may be open. */
void cut_disk_reboot(cut_disk *disk);

/* Steps since the disk was formatted. */
uint64_t cut_disk_steps(cut_disk *disk);

/* The disk is full when its files have so many bytes together. */
void cut_disk_limit(cut_disk *disk, uint64_t bytes_max);
uint64_t cut_disk_bytes(cut_disk *disk);

/* The countdown-th sync from now on (1: the next) of a file whose name ends so fails; 0: none does.
 * name_end: borrowed until it has happened. */
void cut_disk_fail_sync(cut_disk *disk, const char *name_end, unsigned countdown);

/* Puts a file on the disk, synced. */
void cut_disk_put(cut_disk *disk, const char *name, const void *bytes, uint64_t count);

/* A generator of random numbers (SplitMix64), for the disk and those who use it.  below: 0 to
 * count-1. */
uint64_t cut_random(uint64_t *state);
uint64_t cut_random_below(uint64_t *state, uint64_t count);

#endif
