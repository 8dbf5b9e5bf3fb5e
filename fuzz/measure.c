#include "php.h"
#include "measure.h"
#include "count.h"
#include "heap.h"
#include "host.h"
#include "size.h"
#include "zend_execute.h"

/* Input of a function, always its first argument. */
typedef enum {
	/* Bytes. */
	BYTES,
	/* A MessagePack message. */
	MESSAGE,
	/* A dictionary file. */
	DICTIONARY,
	/* Session data for the handler: the fuzzer's input. */
	STORED,
	/* A value. */
	VALUE,
	/* The session's variables. */
	SESSION,
	KINDS,
} input_kind;

typedef enum {
	WORK,
	MEMORY,
	LOG,
	MEASURES,
} measure;

static const char *const names_of_measures[] = {"work", "memory", "log"};

/*
 * Limits of a call: a base, plus an amount per byte of input or value. About 30 times the cost of ordinary values,
 * unless the decoder itself sets the limit.
 */
static const struct {
	uint64_t base;
	uint64_t of_byte;
} bounds[KINDS][MEASURES] = {
	[BYTES] = {{50000, 150}, {64 << 10, 128}, {40000, 16}},
	[MESSAGE] = {{50000, 150}, {64 << 10, 1024}, {40000, 16}},
	[DICTIONARY] = {{50000, 150}, {64 << 10, 512}, {40000, 16}},
	[STORED] = {{50000, 150}, {64 << 10, 128}, {40000, 16}},
	[VALUE] = {{50000, 40}, {256 << 10, 24}, {40000, 4}},
	[SESSION] = {{50000, 40}, {256 << 10, 24}, {40000, 4}},
};

/* Work allowed per byte of memory that a decoder charged, since the value may be larger than its payload. */
#define WORK_OF_MEMORY 3

/*
 * Charged but unused memory, if the decode ended early, may have been checked: four basic blocks per element of 72
 * bytes.
 */
#define CHARGED_FOR_WORK 16

/* Default memory limit of a decoder (docs/security.md). It is an estimate: up to twice as much is not a finding. */
#define DECODER_MEMORY(bytes) ((UINT64_C(32) << 20) + 256 * (uint64_t) (bytes))
#define ESTIMATE 2

/*
 * The most elements of a dictionary (docs/reference/dictionary-format.md, section 4). Few bytes can reach it, because
 * shared arrays count at each place. Both the value and the dictionary hold them; each element may take as many basic
 * blocks as bytes.
 */
#define DICTIONARY_MEMORY ((UINT64_C(1) << 20) * sizeof(zval))

/* A PHP function that calls the extension. */
typedef struct {
	const char *name;
	input_kind input;
	/* Index of the options argument, if it may have max_memory. */
	uint32_t options;
	zif_handler handler;
	/* The highest cost of any input, in percent of the limit. */
	uint64_t most[MEASURES];
} function;

static function functions[] = {
	{.name = "brine_unserialize", .input = BYTES, .options = 1},
	{.name = "brine_igbinary_unserialize", .input = BYTES, .options = 1},
	{.name = "brine_unserialize_signed", .input = BYTES, .options = 2},
	{.name = "brine_serialize", .input = VALUE},
	{.name = "brine_serialize_signed", .input = VALUE},
	{.name = "brine_dictionary_load", .input = DICTIONARY},
	{.name = "brine_msgpack_unpack", .input = MESSAGE},
	{.name = "brine_msgpack_unpack_at", .input = MESSAGE},
	{.name = "brine_msgpack_scan", .input = MESSAGE},
	{.name = "brine_msgpack_pack", .input = VALUE},
	{.name = "session_start", .input = STORED},
	{.name = "session_decode", .input = BYTES},
	{.name = "session_encode", .input = SESSION},
};

#define FUNCTIONS (sizeof(functions) / sizeof(*functions))

/* Each step is a libFuzzer feature, like a reached branch: inputs closer to a limit than all before are kept. */
#define STEPS 32
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t nearness[FUNCTIONS * MEASURES * STEPS];

static size_t input_size;

/* Nesting of measured calls. */
static unsigned level;

/* Peak memory during the innermost call, without that of hooks. */
static size_t peak;

/* Memory that hooks of the innermost call have kept: in globals, or in their objects. */
static size_t kept;

void measure_input(size_t size)
{
	input_size = size;
}

void measure_log(size_t size)
{
	counted.logged += size;
}

static void note_peak(void)
{
	size_t used = heap_peak() > kept ? heap_peak() - kept : 0;

	if (used > peak) {
		peak = used;
	}
}

/* Runs hooks and callbacks, whose work is not charged to the extension. */
static void execute_user_code(zend_execute_data *call)
{
	counts before = counted;
	size_t used = zend_memory_usage(false), now;

	note_peak();
	execute_ex(call);
	counted = before;
	now = zend_memory_usage(false);
	kept += now > used ? now - used : 0;
	heap_reset_peak();
}

/* Persistent blocks may also shrink. */
static uint64_t persistent(void)
{
	return counted.persistent > 0 ? (uint64_t) counted.persistent : 0;
}

static uint64_t work(void)
{
	return counted.blocks + counted.read + counted.copied / 8 + (counted.allocated + persistent()) / 16;
}

static size_t size_of_input(const function *called, zend_execute_data *call)
{
	zval *argument = ZEND_CALL_ARG(call, 1);

	switch (called->input) {
		case STORED:
			return input_size;
		case SESSION:
			argument = zend_hash_str_find(&EG(symbol_table), ZEND_STRL("_SESSION"));
			return argument ? size_of_value(argument) : 0;
		case VALUE:
			return ZEND_CALL_NUM_ARGS(call) > 0 ? size_of_value(argument) : 0;
		default:
			return ZEND_CALL_NUM_ARGS(call) > 0 && Z_TYPE_P(argument) == IS_STRING ? Z_STRLEN_P(argument) : 0;
	}
}

/* Memory that a decoder's options allow; 0 for functions without such a limit. */
static uint64_t memory_limit(const function *called, zend_execute_data *call, size_t size)
{
	const zval *options, *limit = NULL;

	if (called->input == DICTIONARY) {
		return DICTIONARY_MEMORY;
	}
	if (called->input != BYTES && called->input != STORED) {
		return 0;
	}
	if (called->options > 0 && ZEND_CALL_NUM_ARGS(call) > called->options) {
		options = ZEND_CALL_ARG(call, called->options + 1);
		limit = Z_TYPE_P(options) == IS_ARRAY ? zend_hash_str_find(Z_ARR_P(options), ZEND_STRL("max_memory")) : NULL;
	}
	return limit && Z_TYPE_P(limit) == IS_LONG ? (uint64_t) Z_LVAL_P(limit) : DECODER_MEMORY(size);
}

/* Fails if the call exceeded its limit; otherwise reports to the fuzzer how close it came. */
static void check(function *called, measure kind, size_t size, uint64_t cost, uint64_t allowed)
{
	uint64_t percent = cost * 100 / allowed;
	unsigned step = 0;

	if (percent > called->most[kind]) {
		called->most[kind] = percent;
	}
	if (cost > allowed) {
		host_finding("%s() of %zu bytes costs %s of %" PRIu64 ", allowed are %" PRIu64 " (blocks %" PRIu64
					 ", read %" PRIu64 ", copied %" PRIu64 ", allocated %" PRIu64 ", persistent %" PRIu64
					 ", logged %" PRIu64 ")",
			called->name, size, names_of_measures[kind], cost, allowed, counted.blocks, counted.read, counted.copied,
			counted.allocated, persistent(), counted.logged);
	}
	for (uint64_t reached = allowed; step < STEPS - 1 && reached > cost; reached -= reached / 6) {
		step++;
	}
	nearness[((size_t) (called - functions) * MEASURES + kind) * STEPS + step] = 1;
}

static void run_measured(function *called, zend_execute_data *call, zval *return_value)
{
	counts outer = counted;
	size_t outer_peak = peak, outer_kept = kept, size = size_of_input(called, call), before;
	uint64_t limit = memory_limit(called, call, size), memory, allowed[MEASURES];

	if (level++ == 0) {
		zend_execute_ex = execute_user_code;
		heap_watch();
	}
	/* Inside another call, user code is the caller; its memory is not charged to that call. */
	memset(&counted, 0, sizeof(counted));
	before = peak = zend_memory_usage(false);
	kept = 0;
	heap_reset_peak();
	called->handler(call, return_value);
	note_peak();
	memory = peak - before + persistent();
	for (unsigned i = 0; i < MEASURES; i++) {
		allowed[i] = bounds[called->input][i].base + bounds[called->input][i].of_byte * size;
	}
	check(called, WORK, size, work(),
		allowed[WORK] + WORK_OF_MEMORY * memory + (called->input == DICTIONARY ? limit : limit / CHARGED_FOR_WORK));
	check(called, MEMORY, size, memory, allowed[MEMORY] + ESTIMATE * limit);
	check(called, LOG, size, counted.logged, allowed[LOG]);
	if (--level == 0) {
		heap_leave();
		zend_execute_ex = execute_ex;
	}
	counted = outer;
	peak = outer_peak;
	kept = outer_kept;
	heap_reset_peak();
}

/* Replaces each of the functions. */
static void measured(INTERNAL_FUNCTION_PARAMETERS)
{
	const zend_string *name = EX(func)->common.function_name;

	for (unsigned i = 0; i < FUNCTIONS; i++) {
		if (zend_string_equals_cstr(name, functions[i].name, strlen(functions[i].name))) {
			run_measured(&functions[i], execute_data, return_value);
			return;
		}
	}
}

void measure_start(void)
{
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		zend_internal_function *internal =
			zend_hash_str_find_ptr(CG(function_table), functions[i].name, strlen(functions[i].name));

		if (internal && internal->handler != measured) {
			functions[i].handler = internal->handler;
			internal->handler = measured;
		}
	}
}

void measure_print(void)
{
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		const function *f = &functions[i];

		if (f->most[WORK] > 0) {
			printf("%s() comes to %" PRIu64 " %% of the work that it may do, to %" PRIu64
				   " %% of the memory and to %" PRIu64 " %% of the warnings\n",
				f->name, f->most[WORK], f->most[MEMORY], f->most[LOG]);
		}
	}
	fflush(stdout);
}
