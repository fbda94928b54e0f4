#include "cli/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { NICE = 10, SECONDS_MAX = 60 * 60, DESCRIPTORS_MAX = 32 };
#define MEMORY_BYTES_MAX (UINT64_C(1536) * 1024 * 1024)

bool cli_sandbox_sanitized(void)
{
    return SANITIZED;
}

void cli_sandbox_begin(void)
{
    const struct rlimit memory = { MEMORY_BYTES_MAX, MEMORY_BYTES_MAX };
    const struct rlimit seconds = { SECONDS_MAX, SECONDS_MAX };
    const struct rlimit descriptors = { DESCRIPTORS_MAX, DESCRIPTORS_MAX };
    const struct rlimit none = { 0, 0 };
    (void)!nice(NICE);
    if (!SANITIZED)
        (void)setrlimit(RLIMIT_AS, &memory);
    (void)setrlimit(RLIMIT_CPU, &seconds);
    (void)setrlimit(RLIMIT_NOFILE, &descriptors);
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)setrlimit(RLIMIT_FSIZE, &none);
}

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE

/* The system calls that computing threads and the C library need. */
static const uint32_t allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_futex,
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_madvise,
    SYS_mremap,
    SYS_brk,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_rt_sigprocmask,
    SYS_rt_sigaction,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_exit,
    SYS_exit_group,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettid,
    SYS_getpid,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getrandom,
    SYS_restart_syscall,
    SYS_sysinfo,
    SYS_ppoll,
    SYS_membarrier,
    SYS_set_tid_address,
#ifdef SYS_poll
    SYS_poll,
#endif
};
/* Further ones of a process that may read files where Landlock lets it.  Landlock does not hide which files there are. */
static const uint32_t reading[] = {
    SYS_openat,     SYS_close,     SYS_lseek,      SYS_pread64,    SYS_fstat,
    SYS_newfstatat, SYS_statx,     SYS_getdents64, SYS_fcntl,      SYS_fstatfs,
    SYS_statfs,     SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_fadvise64,
#ifdef SYS_open
    SYS_open,       SYS_stat,      SYS_lstat,      SYS_access,     SYS_readlink,
#endif
};
enum { ALLOWED = sizeof allowed / sizeof allowed[0], READING = sizeof reading / sizeof reading[0] };

/* Permits these system calls and no others. */
static bool restrict_calls(bool reads)
{
    enum { HEAD = 4, NO_CLONE3 = 2, CLONE = 3, ENDS = 2 };
    struct sock_filter program[HEAD + NO_CLONE3 + CLONE + ALLOWED + READING + ENDS];
    const size_t count = reads ? ALLOWED + READING : ALLOWED;
    size_t n = 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (SANITIZED) /* sanitizers open files */
        return true;
    /* Reject other architectures, whose system calls have other numbers. */
    program[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    program[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    /* A filter cannot read the arguments of clone3, which are in memory; the C library falls back to clone. */
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    /* clone may create threads, not processes. */
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 2);
    program[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args));
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD,
                                                (uint8_t)(count + 1), (uint8_t)count);
    for (size_t i = 0; i < count; i++)
        program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                    i < ALLOWED ? allowed[i] : reading[i - ALLOWED],
                                                    (uint8_t)(count - i), 0);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = { .len = (unsigned short)n, .filter = program };
    /* prctl rather than seccomp(2), which systemd may forbid to a sandboxed service such as ours. */
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

bool cli_sandbox(void)
{
    return restrict_calls(false);
}

/* Permits reading below the folders, and no other access to files. */
static bool restrict_files(const char *const *folders)
{
    const struct landlock_ruleset_attr all = { .handled_access_fs =
                                                   (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool good = rules >= 0;
    for (; *folders && good; folders++) {
        struct landlock_path_beneath_attr below = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
            .parent_fd = open(*folders, O_PATH | O_DIRECTORY | O_CLOEXEC)
        };
        if (below.parent_fd < 0)
            continue;
        good = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
        close(below.parent_fd);
    }
    good = good && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (rules >= 0)
        close(rules);
    return good;
}

bool cli_sandbox_except(const char *const *folders)
{
    return SANITIZED || (restrict_files(folders) && restrict_calls(true));
}

#else

bool cli_sandbox(void)
{
    return SANITIZED;
}

bool cli_sandbox_except(const char *const *folders)
{
    (void)folders;
    return SANITIZED;
}

#endif
