#include "cli/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
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
enum { ALLOWED = sizeof allowed / sizeof allowed[0] };

bool cli_sandbox(void)
{
    enum { HEAD = 4, NO_CLONE3 = 2, CLONE = 3, ENDS = 2 };
    struct sock_filter program[HEAD + NO_CLONE3 + CLONE + ALLOWED + ENDS];
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
                                                ALLOWED + 1, ALLOWED);
    for (size_t i = 0; i < ALLOWED; i++)
        program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i],
                                                    (uint8_t)(ALLOWED - i), 0);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    program[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = { .len = (unsigned short)n, .filter = program };
    /* prctl rather than seccomp(2), which systemd may forbid to a sandboxed service such as ours. */
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

#else

bool cli_sandbox(void)
{
    return SANITIZED;
}

#endif
