/*
 * Runs one script in several threads at once, each in its own requests, as thread-safe servers do.
 *
 *     threads INI_FILE SCRIPT THREADS REQUESTS
 *
 * The script returns its number of failed checks. Prints "N passed, N failed", counting each request as a test.
 */
#include "sapi/embed/php_embed.h"
#include <pthread.h>

typedef struct {
	pthread_t thread;
	const char *script;
	unsigned number;
	unsigned requests;
	unsigned failed;
} worker;

static bool run_request(const worker *of, unsigned request)
{
	zend_string *code = strpprintf(0, "(static function (int $thread, int $request) { return require '%s'; })(%u, %u)",
		of->script, of->number, request);
	bool succeeded = false;

	zend_first_try
	{
		zval failures;

		if (zend_eval_string_ex(ZSTR_VAL(code), &failures, "thread", true) == SUCCESS) {
			succeeded = Z_TYPE(failures) == IS_LONG && Z_LVAL(failures) == 0;
			zval_ptr_dtor(&failures);
		}
	}
	zend_end_try();
	zend_string_release(code);
	return succeeded;
}

static void *run_requests(void *argument)
{
	worker *of = argument;

	ts_resource(0);
	for (unsigned i = 0; i < of->requests; i++) {
		if (php_request_startup() != SUCCESS) {
			of->failed++;
			continue;
		}
		/* Left over from a request that ended with an error. */
		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
		of->failed += !run_request(of, i);
		php_request_shutdown(NULL);
	}
	ts_free_thread();
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned threads, requests, failed = 0;
	worker *workers;

	if (argc != 5) {
		fprintf(stderr, "usage: threads INI_FILE SCRIPT THREADS REQUESTS\n");
		return 2;
	}
	threads = (unsigned) atoi(argv[3]);
	requests = (unsigned) atoi(argv[4]);
	php_embed_module.php_ini_path_override = argv[1];
	if (php_embed_init(0, NULL) != SUCCESS) {
		return 2;
	}
	workers = calloc(threads, sizeof(*workers));
	for (unsigned i = 0; i < threads; i++) {
		workers[i] = (worker){.script = argv[2], .number = i, .requests = requests};
		if (pthread_create(&workers[i].thread, NULL, run_requests, &workers[i]) != 0) {
			return 2;
		}
	}
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(workers[i].thread, NULL);
		failed += workers[i].failed;
	}
	/* In the main thread's own request: checks the table. */
	failed += !run_request(&(worker){.script = argv[2], .number = threads}, requests);
	php_embed_shutdown();
	free(workers);
	printf("%u passed, %u failed\n", threads * requests + 1 - failed, failed);
	return failed != 0;
}
