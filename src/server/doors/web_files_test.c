/* web_files_test.c: which files of a directory are served, and under which paths. */
#include "server/doors/web_files.h"
#include "base/test_suite.h"

#include "server/loop/bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[] = "/tmp/shoogi-web-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_int_equal(remove(path), 0);
}

static int set_up(void **state)
{
    (void)state;
    char path[200];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/assets", directory);
    return mkdir(path, 0700);
}

static int tear_down(void **state)
{
    (void)state;
    remove_file("assets");
    return rmdir(directory);
}

static const shg_web_file *find(const shg_web_files *files, const char *path)
{
    return shg_web_files_find(files, path, strlen(path));
}

static void test_serves(void **state)
{
    (void)state;
    write_file("index.html", "<p>page");
    write_file("assets/a-1.js", "code");
    write_file("assets/a-1.js.gz", "packed");
    write_file("assets/a-1.js.br", "small");
    write_file("assets/notes.txt", "no type");
    write_file("assets/shogi-1.weights", "numbers");
    write_file("assets/shogi-1.network", "more");
    write_file(".hidden.html", "hidden");
    shg_web_files *files = NULL;
    shoogi_error err = { 0 };
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_OK);

    const shg_web_file *page = find(files, "/");
    assert_non_null(page);
    assert_string_equal(page->content_type, "text/html; charset=utf-8");
    assert_int_equal(page->count, 7);
    assert_memory_equal(page->bytes, "<p>page", 7);
    assert_null(page->packed[SHG_WEB_BROTLI].bytes);
    assert_null(page->packed[SHG_WEB_GZIP].bytes);
    assert_false(page->lasts);

    const shg_web_file *code = find(files, "/assets/a-1.js");
    assert_non_null(code);
    assert_string_equal(code->content_type, "text/javascript; charset=utf-8");
    assert_int_equal(code->packed[SHG_WEB_GZIP].count, 6);
    assert_memory_equal(code->packed[SHG_WEB_GZIP].bytes, "packed", 6);
    assert_int_equal(code->packed[SHG_WEB_BROTLI].count, 5);
    assert_memory_equal(code->packed[SHG_WEB_BROTLI].bytes, "small", 5);
    assert_true(code->lasts);

    static const char *const learned[] = { "/assets/shogi-1.weights", "/assets/shogi-1.network" };
    for (size_t i = 0; i < sizeof learned / sizeof learned[0]; i++) {
        const shg_web_file *numbers = find(files, learned[i]);
        assert_non_null(numbers);
        assert_string_equal(numbers->content_type, "application/octet-stream");
    }

    static const char *const nothing[] = { "",
                                           "/index.html",
                                           "/assets",
                                           "/assets/",
                                           "/assets/a-1.js.gz",
                                           "/assets/a-1.js.br",
                                           "/assets/notes.txt",
                                           "/.hidden.html",
                                           "/../index.html",
                                           "/assets/../index.html",
                                           "//" };
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        assert_null(find(files, nothing[i]));
    shg_web_files_free(files);
    static const char *const put_there[] = {
        "index.html",       "assets/a-1.js",          "assets/a-1.js.gz",       "assets/a-1.js.br",
        "assets/notes.txt", "assets/shogi-1.weights", "assets/shogi-1.network", ".hidden.html"
    };
    for (size_t i = 0; i < sizeof put_there / sizeof put_there[0]; i++)
        remove_file(put_there[i]);
}

/* An answer in progress keeps the page while another replaces it. */
static void test_shares(void **state)
{
    (void)state;
    write_file("index.html", "<p>page");
    shg_web_files *files = NULL;
    shoogi_error err = { 0 };
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_OK);
    shg_web_files *const shared = shg_web_files_share(files);
    assert_ptr_equal(shared, files);
    shg_web_files_free(files);
    assert_memory_equal(find(shared, "/")->bytes, "<p>page", 7);
    shg_web_files_free(shared);
    remove_file("index.html");

    assert_null(shg_web_files_share(NULL));
    assert_null(find(NULL, "/"));
    shg_web_files_free(NULL);
}

static void test_refuses(void **state)
{
    (void)state;
    shg_web_files *files = NULL;
    shoogi_error err = { 0 };
    assert_int_equal(shg_web_files_new(&files, "/nonexistent", &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no directory /nonexistent");
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_NOT_FOUND);
    assert_non_null(strstr(err.message, "there is no index.html in "));

    write_file("index.html", "");
    char path[200];
    snprintf(path, sizeof path, "%s/index.html", directory);
    assert_int_equal(truncate(path, SHG_WEB_FILE_BYTES_MAX), 0);
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_OK);
    shg_web_files_free(files);
    files = NULL;
    assert_int_equal(truncate(path, SHG_WEB_FILE_BYTES_MAX + 1), 0);
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(truncate(path, 0), 0);

    char name[40];
    for (int i = 1; i <= SHG_WEB_FILES_MAX; i++) {
        snprintf(name, sizeof name, "assets/%d.css", i);
        write_file(name, "");
    }
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_LIMIT_EXCEEDED);
    remove_file("assets/1.css");
    assert_int_equal(shg_web_files_new(&files, directory, &err), SHOOGI_OK);
    shg_web_files_free(files);
    for (int i = 2; i <= SHG_WEB_FILES_MAX; i++) {
        snprintf(name, sizeof name, "assets/%d.css", i);
        remove_file(name);
    }
    remove_file("index.html");
}

TEST_SUITE(web_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_serves),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
