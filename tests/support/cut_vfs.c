#include "support/cut_vfs.h"

#include <sqlite3.h>

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_BYTES_MAX = 64,
    SECTOR_BYTES = 4096, /* what SQLite's VFS for Unix says too */
    SMALL_SECTOR_BYTES = 512,
    SHM_REGION_BYTES = 32 * 1024,
    SHM_REGIONS_MAX = 64
};

/* The bytes of a file. */
struct image {
    unsigned char *bytes;
    uint64_t size, room;
};

/* A change that was made and not yet synced. */
struct change {
    bool is_truncation; /* to offset */
    uint64_t offset, count;
    unsigned char *bytes;
};

struct handle;

/* A file, whatever its name. */
struct node {
    unsigned users;         /* names and handles */
    struct image now;       /* what is read */
    struct image disk;      /* what is safe */
    struct change *changes; /* what lies between them */
    size_t change_count, change_room;
    unsigned shared_locks;
    const struct handle *reserved, *pending, *exclusive;
    unsigned char *shm[SHM_REGIONS_MAX];
    unsigned shm_users, shm_shared[SQLITE_SHM_NLOCK];
    const struct handle *shm_exclusive[SQLITE_SHM_NLOCK];
};

/* A name in the directory, and the file behind it: as it is, and as it is safe on disk. */
struct name {
    char text[NAME_BYTES_MAX];
    struct node *now, *disk;
    struct name *next;
};

/* SQLite's file object. */
struct handle {
    sqlite3_file base;
    cut_disk *of;
    struct node *node;
    char name[NAME_BYTES_MAX];
    int lock;
    bool claims_psow, syncs_directory, uses_shm;
    unsigned shm_shared; /* bits */
};

struct cut_disk {
    sqlite3_vfs vfs;
    pthread_mutex_t lock;
    struct name *names;
    unsigned open_handles;
    uint64_t random, steps, cut_step; /* cut_step: 0 for never */
    uint64_t bytes, bytes_max;
    const char *failing_name_end;
    unsigned failing_countdown;
    bool off, keeps_all; /* keeps_all: at the next reboot */
};

/* --- Small helpers --- */

uint64_t cut_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

uint64_t cut_random_below(uint64_t *state, uint64_t count)
{
    return cut_random(state) % count;
}

static bool chance(cut_disk *disk, uint64_t of_1024)
{
    return cut_random_below(&disk->random, 1024) < of_1024;
}

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static bool ends_in(const char *text, const char *end)
{
    const size_t bytes = strlen(text), end_bytes = strlen(end);
    return bytes >= end_bytes && strcmp(text + bytes - end_bytes, end) == 0;
}

/* --- Images --- */

static void image_resize(struct image *image, uint64_t size)
{
    if (size > image->room) {
        image->room = size + size / 2 + 4096;
        image->bytes = must(realloc(image->bytes, image->room));
    }
    if (size > image->size)
        memset(image->bytes + image->size, 0, size - image->size);
    image->size = size;
}

static void image_write(struct image *image, uint64_t offset, const unsigned char *bytes,
                        uint64_t count)
{
    if (count == 0)
        return;
    if (offset + count > image->size)
        image_resize(image, offset + count);
    memcpy(image->bytes + offset, bytes, count);
}

static void apply(struct image *image, const struct change *change)
{
    if (change->is_truncation)
        image_resize(image, change->offset);
    else
        image_write(image, change->offset, change->bytes, change->count);
}

/* --- Nodes and names --- */

static void drop_changes(struct node *node)
{
    for (size_t i = 0; i < node->change_count; i++)
        free(node->changes[i].bytes);
    node->change_count = 0;
}

static void add_change(struct node *node, bool is_truncation, uint64_t offset, const void *bytes,
                       uint64_t count)
{
    if (node->change_count == node->change_room) {
        node->change_room = node->change_room ? 2 * node->change_room : 16;
        node->changes = must(realloc(node->changes, node->change_room * sizeof *node->changes));
    }
    struct change *change = &node->changes[node->change_count++];
    *change = (struct change){ is_truncation, offset, count, NULL };
    if (count > 0) {
        change->bytes = must(malloc(count));
        memcpy(change->bytes, bytes, count);
    }
    apply(&node->now, change);
}

static struct node *node_new(void)
{
    struct node *node = must(calloc(1, sizeof *node));
    return node;
}

static void node_let_go(cut_disk *disk, struct node *node)
{
    if (!node || --node->users > 0)
        return;
    disk->bytes -= node->now.size;
    drop_changes(node);
    free(node->changes);
    free(node->now.bytes);
    free(node->disk.bytes);
    for (size_t i = 0; i < SHM_REGIONS_MAX; i++)
        free(node->shm[i]);
    free(node);
}

static struct name *find_name(cut_disk *disk, const char *text)
{
    for (struct name *name = disk->names; name; name = name->next)
        if (strcmp(name->text, text) == 0)
            return name;
    return NULL;
}

static struct name *make_name(cut_disk *disk, const char *text)
{
    struct name *name = find_name(disk, text);
    if (!name) {
        name = must(calloc(1, sizeof *name));
        snprintf(name->text, sizeof name->text, "%s", text);
        name->next = disk->names;
        disk->names = name;
    }
    return name;
}

static void point(cut_disk *disk, struct node **place, struct node *node)
{
    if (node)
        node->users++;
    node_let_go(disk, *place);
    *place = node;
}

static void sync_directory(cut_disk *disk)
{
    for (struct name *name = disk->names; name; name = name->next)
        point(disk, &name->disk, name->now);
}

static void remove_all(cut_disk *disk)
{
    while (disk->names) {
        struct name *name = disk->names;
        disk->names = name->next;
        point(disk, &name->now, NULL);
        point(disk, &name->disk, NULL);
        free(name);
    }
    assert(disk->bytes == 0);
}

/* --- The power cut --- */

/* How this power cut treats what was not synced. */
struct mood {
    uint64_t keep, tear, lose_sector, grow; /* chances of 1024 */
    uint64_t sector_bytes;
    bool any_order;
};

static struct mood choose_mood(cut_disk *disk)
{
    static const uint64_t keeps[] = { 0, 64, 512, 960, 1024 };
    static const uint64_t tears[] = { 0, 128, 768 };
    static const uint64_t losses[] = { 0, 512 };
    uint64_t *r = &disk->random;
    return (struct mood){
        .keep = keeps[cut_random_below(r, sizeof keeps / sizeof keeps[0])],
        .tear = tears[cut_random_below(r, sizeof tears / sizeof tears[0])],
        .lose_sector = losses[cut_random_below(r, sizeof losses / sizeof losses[0])],
        .grow = chance(disk, 512) ? 512 : 0,
        .sector_bytes = chance(disk, 512) ? SECTOR_BYTES : SMALL_SECTOR_BYTES,
        .any_order = chance(disk, 512),
    };
}

/* One whole sector becomes zeros, ones or noise, as far as the file reaches. */
static void lose_sector(cut_disk *disk, struct image *image, uint64_t offset, uint64_t sector_bytes)
{
    const uint64_t start = offset / sector_bytes * sector_bytes;
    const uint64_t kind = cut_random_below(&disk->random, 3);
    for (uint64_t i = start; i < start + sector_bytes && i < image->size; i++)
        image->bytes[i] = kind == 0   ? 0
                          : kind == 1 ? 0xFF
                                      : (unsigned char)cut_random(&disk->random);
}

/* Of the sectors that a write touches, numbered from 0, those from first to last-1 reach the
 * disk; or, if scattered, each at random. */
static void apply_torn(cut_disk *disk, struct image *image, const struct change *change,
                       const struct mood *mood)
{
    const uint64_t size = mood->sector_bytes;
    const uint64_t first_sector = change->offset / size;
    const uint64_t sectors = (change->offset + change->count - 1) / size - first_sector + 1;
    const bool scattered = chance(disk, 256);
    uint64_t first = cut_random_below(&disk->random, sectors + 1);
    uint64_t last = cut_random_below(&disk->random, sectors + 1);
    switch (cut_random_below(&disk->random, 3)) {
    case 0: first = 0; break;
    case 1: last = sectors; break;
    case 2:
        if (first > last) {
            const uint64_t other = first;
            first = last;
            last = other;
        }
        break;
    }
    for (uint64_t i = 0; i < sectors; i++) {
        if (scattered ? chance(disk, 512) : i < first || i >= last)
            continue;
        uint64_t from = (first_sector + i) * size, to = from + size;
        if (from < change->offset)
            from = change->offset;
        if (to > change->offset + change->count)
            to = change->offset + change->count;
        image_write(image, from, change->bytes + (from - change->offset), to - from);
    }
    if (chance(disk, mood->lose_sector)) {
        const uint64_t lost = first_sector + cut_random_below(&disk->random, sectors);
        lose_sector(disk, image, lost * size, size);
    }
}

static void survive_change(cut_disk *disk, struct image *image, const struct change *change,
                           const struct mood *mood)
{
    if (!change->is_truncation && change->count > 0 && chance(disk, mood->tear))
        apply_torn(disk, image, change, mood);
    else if (chance(disk, mood->keep))
        apply(image, change);
    else if (!change->is_truncation && chance(disk, mood->grow) &&
             image->size < change->offset + change->count)
        image_resize(image, change->offset + change->count);
}

/* Determines a file's contents after the cut: the changes that reached the disk. */
static void survive(cut_disk *disk, struct node *node, const struct mood *mood)
{
    if (mood->any_order)
        for (size_t i = node->change_count; i > 1; i--) {
            const size_t other = cut_random_below(&disk->random, i);
            const struct change change = node->changes[i - 1];
            node->changes[i - 1] = node->changes[other];
            node->changes[other] = change;
        }
    for (size_t i = 0; i < node->change_count; i++)
        survive_change(disk, &node->disk, &node->changes[i], mood);
    drop_changes(node);
}

void cut_disk_reboot(cut_disk *disk)
{
    assert(disk->off && disk->open_handles == 0);
    const struct mood all = { .keep = 1024, .sector_bytes = SECTOR_BYTES };
    const struct mood mood = disk->keeps_all ? all : choose_mood(disk);
    for (struct name *name = disk->names; name; name = name->next) {
        if (name->now != name->disk) {
            if (disk->keeps_all || chance(disk, 512))
                point(disk, &name->disk, name->now);
            else
                point(disk, &name->now, name->disk);
        }
        struct node *node = name->now;
        if (!node)
            continue;
        survive(disk, node, &mood);
        disk->bytes -= node->now.size;
        image_resize(&node->now, 0);
        image_write(&node->now, 0, node->disk.bytes, node->disk.size);
        disk->bytes += node->now.size;
    }
    disk->off = disk->keeps_all = false;
    disk->cut_step = 0;
}

/* One step.  True: the power went with it. */
static bool step(cut_disk *disk)
{
    disk->steps++;
    if (disk->steps == disk->cut_step)
        disk->off = true;
    return disk->off;
}

/* --- Methods of files --- */

static struct handle *handle_of(sqlite3_file *file)
{
    return (struct handle *)file;
}

/* Locks the disk and gives it, or NULL and not locked when its power is off. */
static cut_disk *enter(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    if (!disk->off)
        return disk;
    pthread_mutex_unlock(&disk->lock);
    return NULL;
}

static int leave(cut_disk *disk, int code)
{
    pthread_mutex_unlock(&disk->lock);
    return code;
}

static void shm_let_go(struct handle *h)
{
    struct node *node = h->node;
    for (unsigned i = 0; i < SQLITE_SHM_NLOCK; i++) {
        if (h->shm_shared & 1U << i)
            node->shm_shared[i]--;
        if (node->shm_exclusive[i] == h)
            node->shm_exclusive[i] = NULL;
    }
    h->shm_shared = 0;
    if (h->uses_shm && --node->shm_users == 0)
        for (size_t i = 0; i < SHM_REGIONS_MAX; i++) {
            free(node->shm[i]);
            node->shm[i] = NULL;
        }
    h->uses_shm = false;
}

static void unlock_to(struct handle *h, int level)
{
    struct node *node = h->node;
    if (h->lock <= level)
        return;
    if (node->exclusive == h)
        node->exclusive = NULL;
    if (node->pending == h)
        node->pending = NULL;
    if (node->reserved == h)
        node->reserved = NULL;
    if (level == SQLITE_LOCK_NONE && h->lock >= SQLITE_LOCK_SHARED)
        node->shared_locks--;
    h->lock = level;
}

static int file_close(sqlite3_file *file)
{
    struct handle *h = handle_of(file);
    pthread_mutex_lock(&h->of->lock);
    shm_let_go(h);
    unlock_to(h, SQLITE_LOCK_NONE);
    node_let_go(h->of, h->node);
    h->of->open_handles--;
    return leave(h->of, SQLITE_OK);
}

static int file_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_READ;
    const struct image *image = &h->node->now;
    const uint64_t start = (uint64_t)offset, wanted = (uint64_t)count;
    const uint64_t there = start < image->size ? image->size - start : 0;
    const uint64_t given = wanted < there ? wanted : there;
    if (given > 0)
        memcpy(out, image->bytes + start, given);
    memset((unsigned char *)out + given, 0, wanted - given);
    return leave(disk, given == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_WRITE;
    struct node *node = h->node;
    const uint64_t start = (uint64_t)offset;
    uint64_t fits = (uint64_t)count;
    const uint64_t limit =
        node->now.size + (disk->bytes_max > disk->bytes ? disk->bytes_max - disk->bytes : 0);
    if (start + fits > node->now.size && start + fits > limit)
        fits = limit > start ? limit - start : 0; /* the disk takes what it has room for */
    const uint64_t before = node->now.size;
    if (fits > 0)
        add_change(node, false, start, bytes, fits);
    disk->bytes += node->now.size - before;
    if (step(disk))
        return leave(disk, SQLITE_IOERR_WRITE);
    return leave(disk, fits < (uint64_t)count ? SQLITE_FULL : SQLITE_OK);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_TRUNCATE;
    const uint64_t before = h->node->now.size;
    add_change(h->node, true, (uint64_t)size, NULL, 0);
    disk->bytes = disk->bytes - before + h->node->now.size;
    return leave(disk, step(disk) ? SQLITE_IOERR_TRUNCATE : SQLITE_OK);
}

/* A failed sync: some of it is on disk, and of the rest nothing is known any more. */
static void sync_badly(cut_disk *disk, struct node *node)
{
    for (size_t i = 0; i < node->change_count; i++)
        if (chance(disk, 512))
            apply(&node->disk, &node->changes[i]);
    drop_changes(node);
}

static int file_sync(sqlite3_file *file, int flags)
{
    struct handle *h = handle_of(file);
    (void)flags;
    cut_disk *disk = enter(h->of);
    if (!disk || step(disk))
        return disk ? leave(disk, SQLITE_IOERR_FSYNC) : SQLITE_IOERR_FSYNC;
    struct node *node = h->node;
    if (disk->failing_countdown > 0 && ends_in(h->name, disk->failing_name_end) &&
        --disk->failing_countdown == 0) {
        sync_badly(disk, node);
        return leave(disk, SQLITE_IOERR_FSYNC);
    }
    for (size_t i = 0; i < node->change_count; i++)
        apply(&node->disk, &node->changes[i]);
    drop_changes(node);
    if (h->syncs_directory)
        sync_directory(disk);
    h->syncs_directory = false;
    return leave(disk, SQLITE_OK);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_FSTAT;
    *size = (sqlite3_int64)h->node->now.size;
    return leave(disk, SQLITE_OK);
}

/* The locks of SQLite's VFS for Unix, between the connections of one process. */
static int try_lock(struct handle *h, int level)
{
    struct node *node = h->node;
    if (level == SQLITE_LOCK_SHARED) {
        if (node->exclusive || node->pending)
            return SQLITE_BUSY;
        node->shared_locks++;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (node->reserved)
            return SQLITE_BUSY;
        node->reserved = h;
    } else {
        if ((node->reserved && node->reserved != h) || (node->pending && node->pending != h))
            return SQLITE_BUSY;
        node->pending = h;
        if (node->shared_locks > 1) {
            h->lock = SQLITE_LOCK_PENDING;
            return SQLITE_BUSY;
        }
        node->exclusive = h;
    }
    h->lock = level;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *file, int level)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_LOCK;
    return leave(disk, h->lock >= level ? SQLITE_OK : try_lock(h, level));
}

static int file_unlock(sqlite3_file *file, int level)
{
    struct handle *h = handle_of(file);
    pthread_mutex_lock(&h->of->lock);
    unlock_to(h, level);
    return leave(h->of, SQLITE_OK);
}

static int file_check_reserved(sqlite3_file *file, int *out)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_CHECKRESERVEDLOCK;
    *out = h->node->reserved != NULL || h->node->pending != NULL;
    return leave(disk, SQLITE_OK);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *file)
{
    (void)file;
    return SECTOR_BYTES;
}

static int file_characteristics(sqlite3_file *file)
{
    return handle_of(file)->claims_psow ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

/* --- Shared memory, which no power cut leaves anything of --- */

static int shm_map(sqlite3_file *file, int region, int bytes, int extend, void volatile **out)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = enter(h->of);
    if (!disk)
        return SQLITE_IOERR_SHMMAP;
    assert(bytes == SHM_REGION_BYTES && region < SHM_REGIONS_MAX);
    (void)bytes;
    struct node *node = h->node;
    if (!h->uses_shm) {
        h->uses_shm = true;
        node->shm_users++;
    }
    if (!node->shm[region] && extend)
        node->shm[region] = must(calloc(1, SHM_REGION_BYTES));
    *out = node->shm[region];
    return leave(disk, SQLITE_OK);
}

static int try_shm_lock(struct handle *h, unsigned from, unsigned to, int flags)
{
    struct node *node = h->node;
    for (unsigned i = from; i < to; i++) {
        const unsigned own = h->shm_shared >> i & 1;
        if (node->shm_exclusive[i] && node->shm_exclusive[i] != h)
            return SQLITE_BUSY;
        if ((flags & SQLITE_SHM_EXCLUSIVE) && node->shm_shared[i] > own)
            return SQLITE_BUSY;
    }
    for (unsigned i = from; i < to; i++) {
        if (flags & SQLITE_SHM_EXCLUSIVE) {
            node->shm_exclusive[i] = h;
        } else if (!(h->shm_shared >> i & 1)) {
            h->shm_shared |= 1U << i;
            node->shm_shared[i]++;
        }
    }
    return SQLITE_OK;
}

static void shm_unlock(struct handle *h, unsigned from, unsigned to, int flags)
{
    struct node *node = h->node;
    for (unsigned i = from; i < to; i++) {
        if (flags & SQLITE_SHM_EXCLUSIVE) {
            if (node->shm_exclusive[i] == h)
                node->shm_exclusive[i] = NULL;
        } else if (h->shm_shared >> i & 1) {
            h->shm_shared &= ~(1U << i);
            node->shm_shared[i]--;
        }
    }
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    struct handle *h = handle_of(file);
    cut_disk *disk = h->of;
    pthread_mutex_lock(&disk->lock);
    const unsigned from = (unsigned)offset, to = (unsigned)(offset + count);
    int code = SQLITE_OK;
    if (flags & SQLITE_SHM_UNLOCK)
        shm_unlock(h, from, to, flags);
    else
        code = disk->off ? SQLITE_IOERR_SHMLOCK : try_shm_lock(h, from, to, flags);
    return leave(disk, code);
}

static void shm_barrier(sqlite3_file *file)
{
    cut_disk *disk = handle_of(file)->of;
    pthread_mutex_lock(&disk->lock);
    pthread_mutex_unlock(&disk->lock);
}

static int shm_unmap(sqlite3_file *file, int remove)
{
    struct handle *h = handle_of(file);
    (void)remove; /* it goes with its last user */
    pthread_mutex_lock(&h->of->lock);
    shm_let_go(h);
    return leave(h->of, SQLITE_OK);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

/* --- Methods of the VFS --- */

static cut_disk *disk_of(sqlite3_vfs *vfs)
{
    return vfs->pAppData;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                    int *flags_out)
{
    struct handle *h = handle_of(file);
    *h = (struct handle){ 0 };
    cut_disk *disk = enter(disk_of(vfs));
    if (!disk)
        return SQLITE_IOERR;
    struct name *name = path ? find_name(disk, path) : NULL;
    struct node *node = name ? name->now : NULL;
    if (!node && !(flags & SQLITE_OPEN_CREATE))
        return leave(disk, SQLITE_CANTOPEN);
    if (!node) {
        node = node_new();
        if (path)
            point(disk, &make_name(disk, path)->now, node);
        h->syncs_directory =
            flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL);
    }
    node->users++;
    disk->open_handles++;
    h->base.pMethods = &methods;
    h->of = disk;
    h->node = node;
    snprintf(h->name, sizeof h->name, "%s", path ? path : "");
    h->claims_psow = sqlite3_uri_boolean(flags & SQLITE_OPEN_URI ? path : NULL, "psow", 1);
    if (flags_out)
        *flags_out = flags;
    return leave(disk, SQLITE_OK);
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory)
{
    cut_disk *disk = enter(disk_of(vfs));
    if (!disk)
        return SQLITE_IOERR_DELETE;
    struct name *name = find_name(disk, path);
    if (!name || !name->now)
        return leave(disk, SQLITE_IOERR_DELETE_NOENT);
    point(disk, &name->now, NULL);
    if (step(disk))
        return leave(disk, SQLITE_IOERR_DELETE);
    if (syncs_directory)
        sync_directory(disk);
    return leave(disk, SQLITE_OK);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    cut_disk *disk = enter(disk_of(vfs));
    if (!disk)
        return SQLITE_IOERR_ACCESS;
    const struct name *name = find_name(disk, path);
    /* As on Unix, where an empty file does not count: it is a journal that was given up. */
    *out = name && name->now && (flags != SQLITE_ACCESS_EXISTS || name->now->now.size > 0);
    return leave(disk, SQLITE_OK);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int room, char *out)
{
    (void)vfs;
    const int length = snprintf(out, (size_t)room, "%s", path);
    return length < room && length + 8 < NAME_BYTES_MAX ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out)
{
    cut_disk *disk = disk_of(vfs);
    pthread_mutex_lock(&disk->lock);
    for (int i = 0; i < count; i++)
        out[i] = (char)(cut_random(&disk->random) & 0x7F);
    return leave(disk, count);
}

static int vfs_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    usleep((useconds_t)us);
    return us;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = INT64_C(212500000000000); /* some day; every run is the same */
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int room, char *out)
{
    (void)vfs, (void)room, (void)out;
    return 0;
}

/* --- The disk --- */

cut_disk *cut_disk_new(const char *vfs_name)
{
    cut_disk *disk = must(calloc(1, sizeof *disk));
    pthread_mutex_init(&disk->lock, NULL);
    disk->bytes_max = UINT64_MAX;
    disk->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(struct handle),
        .mxPathname = NAME_BYTES_MAX,
        .zName = vfs_name,
        .pAppData = disk,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_time,
    };
    if (sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK)
        abort();
    return disk;
}

void cut_disk_free(cut_disk *disk)
{
    if (!disk)
        return;
    cut_disk_format(disk, 0);
    sqlite3_vfs_unregister(&disk->vfs);
    pthread_mutex_destroy(&disk->lock);
    free(disk);
}

void cut_disk_format(cut_disk *disk, uint64_t seed)
{
    assert(disk->open_handles == 0);
    remove_all(disk);
    disk->random = seed;
    disk->steps = disk->cut_step = 0;
    disk->bytes_max = UINT64_MAX;
    disk->failing_countdown = 0;
    disk->off = disk->keeps_all = false;
}

void cut_disk_cut_at(cut_disk *disk, uint64_t step_from_now)
{
    pthread_mutex_lock(&disk->lock);
    disk->cut_step = step_from_now ? disk->steps + step_from_now : 0;
    pthread_mutex_unlock(&disk->lock);
}

void cut_disk_cut(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    disk->off = true;
    pthread_mutex_unlock(&disk->lock);
}

void cut_disk_crash(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    disk->off = disk->keeps_all = true;
    pthread_mutex_unlock(&disk->lock);
}

bool cut_disk_is_off(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    const bool off = disk->off;
    pthread_mutex_unlock(&disk->lock);
    return off;
}

uint64_t cut_disk_steps(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    const uint64_t steps = disk->steps;
    pthread_mutex_unlock(&disk->lock);
    return steps;
}

void cut_disk_limit(cut_disk *disk, uint64_t bytes_max)
{
    pthread_mutex_lock(&disk->lock);
    disk->bytes_max = bytes_max;
    pthread_mutex_unlock(&disk->lock);
}

uint64_t cut_disk_bytes(cut_disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    const uint64_t bytes = disk->bytes;
    pthread_mutex_unlock(&disk->lock);
    return bytes;
}

void cut_disk_fail_sync(cut_disk *disk, const char *name_end, unsigned countdown)
{
    pthread_mutex_lock(&disk->lock);
    disk->failing_name_end = name_end;
    disk->failing_countdown = countdown;
    pthread_mutex_unlock(&disk->lock);
}

void cut_disk_put(cut_disk *disk, const char *name, const void *bytes, uint64_t count)
{
    pthread_mutex_lock(&disk->lock);
    struct node *node = node_new();
    struct name *place = make_name(disk, name);
    point(disk, &place->now, node);
    point(disk, &place->disk, node);
    image_write(&node->now, 0, bytes, count);
    image_write(&node->disk, 0, bytes, count);
    disk->bytes += count;
    pthread_mutex_unlock(&disk->lock);
}
