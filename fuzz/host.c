#include "sapi/embed/php_embed.h"
#include "zend_interfaces.h"
#include "host.h"
#include "measure.h"
#include "format/dictionary.h"
#include "php/lifetime.h"
#include "resident/resident.h"
#include "resident/table.h"
#include <sys/resource.h>

/* The extension is part of the program. */
extern zend_module_entry brine_module_entry;

/* Sanitized frames are several times as large as those of which 4,096 levels fit into the usual 8 MiB. */
#define STACK_SIZE ((rlim_t) 64 << 20)

/* A request ends after so many inputs, so that what PHP keeps until then does not add up. */
#define INPUTS_OF_REQUEST 1000

/* Where values outlive requests, there have to be many: what was not needed in the last ones leaves. And no more dictionaries come than there is room for. */
#define INPUTS_OF_SHORT_REQUEST 40

/* What is allocated once, such as an index that has to be larger from now on, is no leak, nor are the last inputs that a target remembers: a leak grows with each run. */
#define RUNS_THAT_GROW 10

/* Of the leak sanitizer, where it is there: what is allocated in between is not reported. */
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

/* Native unserialize() reports it as well, where a payload says so. */
static bool is_expected(int type, const zend_string *message)
{
	return type == E_DEPRECATED && zend_string_starts_with_literal(message, "Creation of dynamic property ");
}

/* In place of PHP's own: an error that the code does not suppress is a finding. */
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

/* Of what PHP allocates when it starts, and for classes, it does not remember all, or not by its address. */
static void ignore_leaks(bool ignore)
{
	if (__lsan_disable && __lsan_enable) {
		(ignore ? __lsan_disable : __lsan_enable)();
	}
}

/* Calls the hooks of requests in the middle of one, as worker modes of application servers do. */
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

/* Loads the target's PHP code into a request that has begun. */
static void load_script(void)
{
	zend_file_handle file;

	/* A session does not start where the headers are gone, as they are in an embedded PHP. */
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

/* The PHP code lies beside the program, so that a copy of both is complete. */
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
		/* Each allocation of PHP is one that the sanitizer sees, while memory_limit holds nevertheless. */
		setenv("USE_ZEND_ALLOC", "0", false);
		setenv("USE_TRACKED_ALLOC", "1", false);
	}
	find_script(target);
	has_dictionaries = strcmp(target, "dictionary") == 0;
	if (has_dictionaries || strcmp(target, "resident") == 0) {
		inputs_of_request = INPUTS_OF_SHORT_REQUEST;
	}
	php_embed_module.php_ini_ignore = 1;
	/* Few fit, so that they come and go. */
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

/* A process keeps its dictionaries. Where no request is, nothing is left that points to them but what is made anew here. */
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

/* True if more memory is in use afterwards than before. */
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
