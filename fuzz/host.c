#include "sapi/embed/php_embed.h"
#include "zend_interfaces.h"
#include "host.h"
#include "measure.h"
#include "format/dictionary.h"
#include "php/lifetime.h"
#include "resident/life.h"
#include "resident/table.h"
#include <sys/resource.h>

/* The extension is linked into the program. */
extern zend_module_entry brine_module_entry;

/* Sanitized frames are several times larger than those for which 8 MiB hold 4,096 levels. */
#define STACK_SIZE ((rlim_t) 64 << 20)

/* Inputs per request, so that memory kept until its end does not add up. */
#define INPUTS_OF_REQUEST 1000

/*
 * With values that outlive requests, requests must be short, so that unused values are evicted and dictionaries stay
 * within their limit.
 */
#define INPUTS_OF_SHORT_REQUEST 40

/*
 * One-time allocations, such as a grown index or a target's remembered inputs, are not leaks: a leak grows with each
 * run.
 */
#define RUNS_THAT_GROW 10

/* From the leak sanitizer, if linked: allocations in between are not reported. */
void __attribute__((weak)) __lsan_disable(void);
void __attribute__((weak)) __lsan_enable(void);

static char script[PATH_MAX];
static zend_function *run;
static unsigned inputs;
static unsigned inputs_of_request = INPUTS_OF_REQUEST;
static bool has_dictionaries;

bool host_has_dictionaries(void)
{
	return has_dictionaries;
}

void host_finding(const char *format, ...)
{
	va_list arguments;

	fputs("FINDING: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	abort();
}

/* Native unserialize() raises it too for some payloads. */
static bool is_expected(int type, const zend_string *message)
{
	return type == E_DEPRECATED && zend_string_starts_with_literal(message, "Creation of dynamic property ");
}

/* Replaces PHP's callback: an error that the code does not suppress is a finding. */
static void report_error(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	if (!(type & (EG(error_reporting) | E_FATAL_ERRORS))) {
		return;
	}
	measure_log(ZSTR_LEN(message));
	if (is_expected(type, message)) {
		return;
	}
	fprintf(stderr, "%s:%u:\n", file ? ZSTR_VAL(file) : "?", line);
	host_finding("%.2000s", ZSTR_VAL(message));
}

/* PHP keeps some startup and class allocations without a pointer that the sanitizer recognises. */
static void ignore_leaks(bool ignore)
{
	if (__lsan_disable && __lsan_enable) {
		(ignore ? __lsan_disable : __lsan_enable)();
	}
}

/* Calls the request hooks within a request, as application servers with workers do. */
static PHP_FUNCTION(call_hooks)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETVAL_NULL();
	brine_module_entry.post_deactivate_func();
	brine_module_entry.request_startup_func(MODULE_PERSISTENT, brine_module_entry.module_number);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_call_hooks, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_NS_NAMED_FE("Brine\\Fuzz", call_hooks, ZEND_FN(call_hooks), arginfo_call_hooks) PHP_FE_END};

static int start_module(sapi_module_struct *sapi)
{
	sapi->additional_functions = functions;
	return php_module_startup(sapi, &brine_module_entry);
}

/* Loads the target's PHP code into a request. */
static void load_script(void)
{
	zend_file_handle file;

	/* Sessions do not start after headers were sent, as in an embedded PHP. */
	SG(headers_sent) = 0;
	SG(request_info).no_headers = 1;
	zend_stream_init_filename(&file, script);
	ignore_leaks(true);
	php_execute_script(&file);
	ignore_leaks(false);
	zend_destroy_file_handle(&file);
	run = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("brine\\fuzz\\run"));
	if (!run) {
		host_finding("the script of the target has no function run()");
	}
}

static void use_large_stack(char **argv)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_SIZE && limit.rlim_max >= STACK_SIZE) {
		limit.rlim_cur = STACK_SIZE;
		setrlimit(RLIMIT_STACK, &limit);
		execv("/proc/self/exe", argv);
	}
}

/* The PHP code is beside the program, so that both can be copied together. */
static void find_script(const char *target)
{
	char program[PATH_MAX];
	ssize_t size = readlink("/proc/self/exe", program, sizeof(program) - 1);

	program[size > 0 ? size : 0] = '\0';
	snprintf(script, sizeof(script), "%.*s/php/%s.php", (int) (strrchr(program, '/') - program), program, target);
}

void host_start(const char *target, char **argv)
{
	if (__lsan_disable) {
		use_large_stack(argv);
		/* The sanitizer sees each allocation, and memory_limit still works. */
		setenv("USE_ZEND_ALLOC", "0", false);
		setenv("USE_TRACKED_ALLOC", "1", false);
	}
	find_script(target);
	has_dictionaries = strcmp(target, "dictionary") == 0;
	if (has_dictionaries || strcmp(target, "resident") == 0) {
		inputs_of_request = INPUTS_OF_SHORT_REQUEST;
	}
	php_embed_module.php_ini_ignore = 1;
	/* Small, so that entries are evicted. */
	php_embed_module.ini_entries = "brine.resident_memory=128K\n";
	php_embed_module.startup = start_module;
	ignore_leaks(true);
	if (php_embed_init(0, NULL) == FAILURE) {
		host_finding("PHP does not start");
	}
	ignore_leaks(false);
	zend_error_cb = report_error;
	measure_start();
	load_script();
}

/* A process keeps its dictionaries. Between requests, only what is recreated here points to them. */
static void forget_dictionaries(void)
{
	zend_brine_globals *globals = ZEND_MODULE_GLOBALS_BULK(brine);
	size_t resident = brine_residents.limit;

	brine_globals_destroy(globals);
	brine_resident_shutdown();
	brine_dictionaries_shutdown();
	ignore_leaks(true);
	brine_globals_init(globals);
	ignore_leaks(false);
	brine_resident_startup();
	brine_resident_set_limit(resident);
}

static void restart_request(void)
{
	php_request_shutdown(NULL);
	if (has_dictionaries) {
		forget_dictionaries();
	}
	if (php_request_startup() == FAILURE) {
		host_finding("PHP starts no request");
	}
	load_script();
}

/* True if a run leaves more memory in use. */
static bool run_grows(const uint8_t *data, size_t size)
{
	size_t before = zend_memory_usage(false);
	zval input, result;

	ZVAL_STRINGL(&input, (const char *) data, size);
	zend_call_known_function(run, NULL, NULL, &result, 1, &input, NULL);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&input);
	zend_gc_collect_cycles();
	return zend_memory_usage(false) > before;
}

void host_run(const uint8_t *data, size_t size)
{
	unsigned runs = 0;

	measure_input(size);
	if (++inputs % inputs_of_request == 0) {
		restart_request();
	}
	while (run_grows(data, size)) {
		if (++runs == RUNS_THAT_GROW) {
			host_finding("memory grows whenever this input is run");
		}
	}
}

void host_stop(void)
{
	php_embed_shutdown();
}
