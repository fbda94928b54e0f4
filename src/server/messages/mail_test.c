/* mail_test: acceptable e-mail addresses, and the text passed to the mail program. */
#include "server/messages/mail.h"
#include "base/test_suite.h"

#include "support/server.h"

#include <sodium.h>

static bool fits(const char *text)
{
    return shg_mail_address_fits(text, strlen(text));
}

static void addresses(void **state)
{
    static const char *const good[] = {
        "a@b.c", "anna@example.org", "an.na+shogi@sub.example-1.org", "o'neil_{x}@example.org",
        "1@2.3",
    };
    static const char *const bad[] = {
        "",
        "@",
        "anna",
        "anna@",
        "@example.org",
        "anna@example",
        "anna@example.",
        "anna@.org",
        "anna@example..org",
        "anna@-example.org",
        "anna@example-.org",
        "anna@exam ple.org",
        ".anna@example.org",
        "an..na@example.org",
        "anna.@example.org",
        "an na@example.org",
        "-oQ/tmp@example.org",
        "anna@example.org\nBcc: all@example.org",
        "anna@example.org,b@example.org",
        "Anna <anna@example.org>",
        "anna@b@example.org",
        "anna@[127.0.0.1]",
        "\"a b\"@example.org",
        "anna@example.org ",
        "\xc3\xa4@example.org",
        "anna@ex\xc3\xa4mple.org",
        "anna%0a@example.org\r",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!fits(good[i]))
            fail_msg("%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (fits(bad[i]))
            fail_msg("%s", bad[i]);
    char text[400];
    memset(text, 'a', sizeof text);
    memcpy(text + 64, "@b.", 3);
    text[254] = '\0';
    assert_true(fits(text));
    text[254] = 'a';
    text[255] = '\0';
    assert_false(fits(text));
    memset(text, 'a', 65);
    memcpy(text + 65, "@b.c", 5);
    assert_false(fits(text));
    assert_false(shg_mail_address_fits("anna@b.c\0x", 10));
}

static const char *written(const shg_email *email)
{
    static char text[2000];
    shg_out out = shg_out_make(text, sizeof text);
    shg_mail_write(&out, email, "shoogi@example.org", INT64_C(1700000000000));
    return text;
}

static void letters(void **state)
{
    (void)state;
    const shg_email email = { .id = 7,
                              .address = "anna@example.net",
                              .subject = "It is your turn",
                              .text = "Game 1\n",
                              .at_ms = 5 };
    assert_string_equal(written(&email), "From: shoogi <shoogi@example.org>\n"
                                         "To: anna@example.net\n"
                                         "Subject: It is your turn\n"
                                         "Date: Tue, 14 Nov 2023 22:13:20 +0000\n"
                                         "Message-ID: <shoogi.7.5@example.org>\n"
                                         "MIME-Version: 1.0\n"
                                         "Content-Type: text/plain; charset=utf-8\n"
                                         "Content-Transfer-Encoding: 8bit\n"
                                         "Auto-Submitted: auto-generated\n"
                                         "\n"
                                         "Game 1\n");
}

/* No field of a row can begin a header. */
static void no_header_is_let_in(void **state)
{
    (void)state;
    const shg_email email = { .id = 7,
                              .address = "anna@example.net\nBcc: a@example.org",
                              .subject = "x\r\nBcc: b@example.org\r\n\r\nBody\x01",
                              .text = "one\r\ntwo\x1b[2J\x07\nB\xc3\xa4r\n" };
    const char *text = written(&email);
    assert_null(strstr(text, "\nBcc"));
    assert_null(strchr(text, '\r'));
    assert_non_null(strstr(text, "\nTo: anna@example.net Bcc: a@example.org\n"));
    assert_non_null(strstr(text, "\nSubject: x  Bcc: b@example.org    Body \n"));
    assert_non_null(strstr(text, "\n\none\ntwo[2J\nB\xc3\xa4r\n"));
}

/* Decodes a subject as mail readers do. */
static void read_words(char *out, const char *text)
{
    static const char begin[] = "=?UTF-8?B?";
    const char *at = strstr(text, "\nSubject: ") + 10;
    size_t before = 9;
    while (strncmp(at, begin, sizeof begin - 1) == 0) {
        const char *word = at + sizeof begin - 1, *end = strstr(word, "?=");
        unsigned char bytes[100];
        size_t count;
        assert_non_null(end);
        assert_true(before + (size_t)(end + 2 - at) <= 76);
        assert_int_equal(sodium_base642bin(bytes, sizeof bytes, word, (size_t)(end - word), NULL,
                                           &count, NULL, sodium_base64_VARIANT_ORIGINAL),
                         0);
        assert_true(shg_utf8_valid((const char *)bytes, count));
        memcpy(out, bytes, count);
        out += count;
        at = end + 2;
        if (strncmp(at, "\n =?", 4) == 0)
            at += 2;
        before = 1;
    }
    assert_memory_equal(at, "\nDate: ", 7);
    *out = '\0';
}

static void a_subject_of_any_language(void **state)
{
    (void)state;
    char subject[200], read[200];
    shg_email email = { .id = 7, .address = "anna@example.net", .subject = subject, .text = "" };
    assert_true(sodium_init() >= 0);
    /* Every length, with characters of one to four bytes. */
    for (size_t length = 1; length < 40; length++) {
        shg_out out = shg_out_make(subject, sizeof subject);
        for (size_t i = 0; i < length; i++)
            shg_out_text(&out, i % 7 == 3   ? "a"
                               : i % 7 == 5 ? "\xc3\xbc"
                               : i % 7 == 6 ? "\xf0\xa0\x80\x8b"
                                            : "\xe5\xb0\x86");
        const char *text = written(&email);
        for (const char *c = text; *c; c++)
            assert_in_range((unsigned char)*c, '\n', 0x7E);
        read_words(read, text);
        assert_string_equal(read, subject);
    }
    strcpy(subject, "\xe5\xb0\x86\r\nBcc: b@example.org\x01\xc3");
    read_words(read, written(&email));
    assert_string_equal(read, "\xe5\xb0\x86  Bcc: b@example.org  ");
}

TEST_SUITE(mail)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(letters),
        cmocka_unit_test(no_header_is_let_in),
        cmocka_unit_test(a_subject_of_any_language),
    };
    return cmocka_run_group_tests_name("mail", tests, NULL, NULL);
}
