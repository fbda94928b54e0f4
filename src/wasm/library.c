/* library.c: memory allocation and printf for the modules.
 *
 * Those of the C library take 19 KB of a module that a page downloads (docs/decisions/008): an allocator for threads
 * and many sizes, and printing through streams.  These are linked instead.  Memory is a ring of free blocks in the
 * order of addresses, and the first that is large enough is split: a page allocates rarely and large blocks. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The compiler must not turn the functions here into calls of themselves. */
#define PLAIN __attribute__((no_builtin))

/* --- memory -------------------------------------------------------------------------------------- */

/* The header of each block; sizes count headers, including this one. */
typedef struct header {
    _Alignas(16) struct header *next; /* in a free block */
    size_t size;
} header;

enum { PAGE_BYTES = 65536 };

extern unsigned char __heap_base;
static header first = { &first, 0 }; /* of the ring, never allocated */
static uintptr_t heap_end;           /* 0: nothing was allocated yet */

PLAIN void free(void *memory)
{
    if (!memory)
        return;
    header *const block = (header *)memory - 1;
    header *at = &first; /* the last free block before it; first has the lowest address */
    while (at->next != &first && at->next < block)
        at = at->next;
    block->next = at->next;
    at->next = block;
    if (block->next != &first && block + block->size == block->next) {
        block->size += block->next->size;
        block->next = block->next->next;
    }
    if (at != &first && at + at->size == block) {
        at->size += block->size;
        at->next = block->next;
    }
}

/* Grows the memory for a block of so many headers after the free memory at the end; false: it cannot grow. */
static bool grow(size_t size)
{
    if (heap_end == 0)
        heap_end = ((uintptr_t)&__heap_base + sizeof(header) - 1) / sizeof(header) * sizeof(header);
    const header *last = &first;
    while (last->next != &first)
        last = last->next;
    if (last != &first && (uintptr_t)(last + last->size) == heap_end)
        size -= last->size;
    const uintptr_t has = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE_BYTES;
    uintptr_t room = has - heap_end;
    if (room / sizeof(header) < size) {
        const size_t pages = (size * sizeof(header) - room + PAGE_BYTES - 1) / PAGE_BYTES;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return false;
        room += pages * PAGE_BYTES;
    }
    header *const block = (header *)heap_end;
    block->size = room / sizeof(header);
    heap_end += block->size * sizeof(header);
    free(block + 1);
    return true;
}

PLAIN void *malloc(size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    const size_t size = (bytes + sizeof(header) - 1) / sizeof(header) + 1;
    do {
        for (header *before = &first, *at; (at = before->next) != &first; before = at) {
            if (at->size < size)
                continue;
            if (at->size == size) {
                before->next = at->next;
            } else { /* the rest stays where the memory may grow */
                header *const rest = at + size;
                rest->size = at->size - size;
                rest->next = at->next;
                before->next = rest;
                at->size = size;
            }
            return at + 1;
        }
    } while (grow(size));
    return NULL;
}

PLAIN void *calloc(size_t count, size_t each)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, each, &bytes))
        return NULL;
    void *const memory = malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

PLAIN void *realloc(void *memory, size_t bytes)
{
    if (!memory)
        return malloc(bytes);
    const size_t had = (((header *)memory - 1)->size - 1) * sizeof(header);
    if (bytes <= had)
        return memory;
    void *const larger = malloc(bytes);
    if (!larger)
        return NULL;
    memcpy(larger, memory, had);
    free(memory);
    return larger;
}

/* align: a power of two. */
PLAIN void *aligned_alloc(size_t align, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    unsigned char *const memory = malloc(bytes + align);
    const size_t over = (uintptr_t)memory % align;
    if (!memory || over == 0 || align <= sizeof(header))
        return memory;
    /* What precedes it becomes a free block of its own. */
    header *const whole = (header *)(void *)memory - 1;
    header *const block = (header *)(void *)(memory + align - over) - 1;
    block->size = whole->size - (size_t)(block - whole);
    whole->size -= block->size;
    free(whole + 1);
    return block + 1;
}

/* --- printing ------------------------------------------------------------------------------------ */

typedef struct output {
    char *text;
    size_t room, count;
} output;

static void put(output *out, char c)
{
    if (out->count + 1 < out->room)
        out->text[out->count] = c;
    out->count++;
}

/* Numbers in base 10 or 16, strings and single characters, with flags 0 and -, width and precision.  "%2$s" is the
 * second argument, as translations have it: the arguments of such a format are words of 32 bits. */
PLAIN int vsnprintf(char *text, size_t room, const char *format, va_list arguments)
{
    output out = { text, room, 0 };
    va_list next;
    va_copy(next, arguments);
    for (; *format; format++) {
        if (*format != '%') {
            put(&out, *format);
            continue;
        }
        bool left = false, zeros = false, wide = false, minus = false;
        for (format++; *format == '-' || *format == '0'; format++)
            *(*format == '-' ? &left : &zeros) = true;
        size_t number[2] = { 0, SIZE_MAX }; /* width and precision */
        for (int i = 0; i < 2; i++) {
            if (i == 1 && *format != '.')
                break;
            format += i;
            number[i] = 0;
            if (*format == '*') {
                number[i] = (size_t)va_arg(next, int);
                format++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                number[i] = number[i] * 10 + (size_t)(*format - '0');
            if (i == 0 && *format == '$') {
                va_end(next);
                va_copy(next, arguments);
                for (; number[0] > 1; number[0]--)
                    (void)va_arg(next, unsigned);
                number[0] = 0;
                format++;
            }
        }
        for (; *format == 'l' || *format == 'z'; format++)
            wide = *format == 'l' && format[1] == 'l' ? true : wide;
        char digits[24], *shown = digits + sizeof digits;
        size_t count = 0;
        uint64_t value = 0;
        switch (*format) {
        case 's':
            shown = va_arg(next, char *);
            while (count < number[1] && shown[count])
                count++;
            break;
        case 'd':
            value = wide ? va_arg(next, uint64_t) : (uint64_t)va_arg(next, int);
            minus = (int64_t)value < 0;
            value = minus ? 0 - value : value;
            break;
        case 'u':
        case 'x': value = wide ? va_arg(next, uint64_t) : va_arg(next, unsigned); break;
        default: /* c, and %% */
            *--shown = *format == 'c' ? (char)va_arg(next, int) : *format;
            count = 1;
        }
        if (*format == 'd' || *format == 'u' || *format == 'x') {
            const unsigned base = *format == 'x' ? 16 : 10;
            do {
                *--shown = "0123456789abcdef"[value % base];
                value /= base;
            } while (value > 0);
            count = (size_t)(digits + sizeof digits - shown);
        }
        size_t pad = number[0] > count + minus ? number[0] - count - minus : 0;
        for (; pad > 0 && !left && !zeros; pad--)
            put(&out, ' ');
        if (minus)
            put(&out, '-');
        for (; pad > 0 && !left; pad--)
            put(&out, '0');
        for (size_t i = 0; i < count; i++)
            put(&out, shown[i]);
        for (; pad > 0; pad--)
            put(&out, ' ');
    }
    va_end(next);
    if (room > 0)
        text[out.count < room ? out.count : room - 1] = '\0';
    return (int)out.count;
}

PLAIN int snprintf(char *text, size_t room, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(text, room, format, arguments);
    va_end(arguments);
    return count;
}
