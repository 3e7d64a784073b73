// Tells the thread sanitizer of the waits of Swift's Mutex on Linux; loaded in front of the library.
//
// A free mutex is taken by an atomic operation in the code that is checked, which the sanitizer sees. One
// that is taken is waited for inside the library, and handed on by the kernel, which it does not see: it
// then reports two threads that had the lock one after the other. These functions stand in front of the
// library's own, call them, and say that what was done before the lock was let go is seen by who has it
// now. That is what a lock promises, and nothing more: whatever is used without the lock is reported as
// before. RaceControl.swift shows both.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Mangled names of Synchronization._MutexHandle; a toolchain that changes them fails the control.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// There in a process that is checked, and missing in others, such as the one that starts the tests.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *mutex) {
    SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF void *mutex) {
    SWIFT bool (*original)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool has_locked = original(mutex);
    if (has_locked && __tsan_acquire) __tsan_acquire(mutex);
    return has_locked;
}

SWIFT void unlock(SELF void *mutex) {
    SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
