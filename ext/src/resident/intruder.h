/*
 * Extensions that write into the arrays they are given, as no function may: PHP's own literals would change, too. `make
 * sweep` calls all functions of Debian's extensions to find such ones.
 */
#ifndef BRINE_RESIDENT_INTRUDER_H
#define BRINE_RESIDENT_INTRUDER_H

/*
 * The name of a loaded one beside which no value is resident, or NULL. Others may be loaded after Brine: ask again when
 * a request begins.
 */
const char *brine_resident_intruder(void);

/*
 * Where few functions of an extension write, they get copies of immutable arrays. Call when all extensions are loaded;
 * and at the end.
 */
void brine_resident_copy_arguments(void);
void brine_resident_pass_arguments(void);

#endif
