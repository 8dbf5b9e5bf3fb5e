<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

/**
 * Finds problems and possible improvements of one PHP, and differences between two.
 *
 * @internal
 */
final class Diagnosis
{
    /** Settings that must be equal in all PHPs that share a store. */
    private const ALIKE = ['session.serialize_handler', 'session.save_handler', 'apc.serializer', 'igbinary.format', 'brine.dictionary', 'brine.dictionaries'];

    private const NATIVE_HANDLERS = ['php', 'php_serialize', 'php_binary', 'igbinary'];

    /** Session handlers that read Brine's sessions, but still write the old format. */
    private const BRIDGES = ['php' => 'brine_php', 'php_serialize' => 'brine_php_serialize', 'igbinary' => 'brine_igbinary'];

    private function __construct()
    {
    }

    /** The format that new Auto() writes in that PHP. */
    public static function written(Facts $facts): string
    {
        return $facts->has('brine') ? 'Brine' : 'text of serialize()';
    }

    /** @return list<Finding> */
    public static function of(Facts $facts): array
    {
        return \array_values(\array_filter([
            self::bits($facts), self::extension($facts), self::inPlace($facts), self::unusableKey($facts), self::session($facts), self::apcu($facts), self::resident($facts), self::opcache($facts),
            self::callback($facts), self::debug($facts),
        ]));
    }

    private static function bits(Facts $facts): ?Finding
    {
        return $facts->bits === 32 && !$facts->has('brine')
            ? new Finding(true, 'PHP has 32-bit integers', 'Without the extension Brine and igbinary are not read there: install it')
            : null;
    }

    private static function extension(Facts $facts): ?Finding
    {
        if ($facts->has('brine')) {
            return null;
        }

        return new Finding(
            true,
            'The extension brine is not loaded',
            'Brine is read by PHP, several times slower, and new Auto() writes text of serialize(). Install the extension: the package of a release or, in ext/ of its source, "phpize && ./configure && make && sudo make install". Then add',
            'extension=brine',
            $facts->iniFile('20-brine'),
        );
    }

    private static function inPlace(Facts $facts): ?Finding
    {
        $users = self::usersOfIgbinary($facts);
        if (!$facts->isInPlace()) {
            return $facts->has('brine') && $facts->has('igbinary') && $users !== []
                ? new Finding(
                    false,
                    'igbinary is used by ' . \implode(', ', $users),
                    'brine_igbinary can take its place: they read faster, and old entries stay readable. Put it before igbinary',
                    'extension=brine_igbinary',
                    $facts->iniFile('20-brine_igbinary'),
                )
                : null;
        }
        if (!$facts->has('brine')) {
            return new Finding(
                true,
                'brine_igbinary is in igbinary\'s place, and brine is not loaded',
                'Clients of igbinary read and write nothing, and each process warns once. Add',
                'extension=brine',
                $facts->iniFile('20-brine'),
            );
        }
        if ($facts->extensions['brine'] !== $facts->extensions['brine_igbinary']) {
            return new Finding(
                true,
                "brine_igbinary is {$facts->extensions['brine_igbinary']}, and brine is {$facts->extensions['brine']}",
                'They may read and write nothing, and each process warns once. Install both of one release',
            );
        }

        return $facts->setting('igbinary.format') !== 'brine'
            ? new Finding(
                false,
                'brine_igbinary writes igbinary\'s format',
                'When each host that shares the store has brine_igbinary, set',
                'igbinary.format = brine',
                $facts->iniFile('20-brine_igbinary'),
            )
            : null;
    }

    /** For a store with entries that brine_igbinary has written as Brine. */
    public static function plainIgbinary(Facts $facts): ?Finding
    {
        return $facts->has('igbinary') && !$facts->isInPlace()
            ? new Finding(
                true,
                'igbinary cannot read the store\'s entries of Brine',
                'Each read warns "igbinary_unserialize_zval: unknown type \'c1\'". Put brine_igbinary before igbinary again',
                'extension=brine_igbinary',
                $facts->iniFile('20-brine_igbinary'),
            )
            : null;
    }

    private static function unusableKey(Facts $facts): ?Finding
    {
        return $facts->setting('brine.signing_key') === 'unusable'
            ? new Finding(true, 'brine.signing_key is unusable', 'Sessions and igbinary\'s place read and write nothing. Each key needs 16 bytes and has no comma')
            : null;
    }

    /** Which igbinary is loaded, and what it writes. */
    public static function igbinary(Facts $facts): string
    {
        return match (true) {
            !$facts->has('igbinary') => 'not there',
            !$facts->isInPlace() => "igbinary {$facts->extensions['igbinary']}, writes igbinary",
            default => "Brine in its place, writes {$facts->setting('igbinary.format')}",
        };
    }

    /** Whether sessions and igbinary's place sign, with how many keys. The extension never tells a key. */
    public static function signing(Facts $facts): string
    {
        $keys = $facts->setting('brine.signing_key');

        return match (true) {
            $keys === '' => 'no key',
            \preg_match('/^[0-9]+ keys?$/D', $keys) !== 1 => 'the key is unusable: nothing is read or written',
            default => "$keys, unsigned: {$facts->setting('brine.signing_unsigned')}",
        };
    }

    /** @return list<string> what uses igbinary, or was built to */
    public static function usersOfIgbinary(Facts $facts): array
    {
        $users = \array_map(static fn (string $client): string => "$client (where code asks for it)", $facts->clients);
        if ($facts->setting('session.serialize_handler') === 'igbinary') {
            $users[] = 'sessions';
        }
        if ($facts->setting('apc.serializer') === 'igbinary') {
            $users[] = 'APCu';
        }

        return $users;
    }

    /** The state of the setting brine.allowed_classes. */
    public static function classes(Facts $facts): string
    {
        $list = $facts->setting('brine.allowed_classes');
        if ($list === '') {
            return 'every class is allowed';
        }

        return "only $list" . ($facts->setting('brine.allowed_classes_report') === '1' ? '; others are reported, not refused' : '');
    }

    /**
     * Names of the setting's list that are no class.
     *
     * @param \Closure(string): bool $exists
     */
    public static function missingClasses(Facts $facts, \Closure $exists): ?Finding
    {
        $names = \array_map(\trim(...), \explode(',', $facts->setting('brine.allowed_classes')));
        $missing = \array_filter($names, static fn (string $name): bool
            => $name !== '' && \strtolower($name) !== 'none' && !\str_ends_with($name, '\*') && !$exists($name));

        return $missing === [] ? null : new Finding(
            false,
            'brine.allowed_classes has ' . \implode(', ', $missing) . ', which ' . (\count($missing) === 1 ? 'is no class' : 'are no classes'),
            'Correct or remove ' . (\count($missing) === 1 ? 'it' : 'them') . ', unless other hosts have ' . (\count($missing) === 1 ? 'it' : 'them'),
        );
    }

    /** One line; hosts that share stores should print the same. */
    public static function line(Facts $facts): string
    {
        $of = static fn (string $name): string => $facts->extensions[$name] ?? 'none';
        $set = static fn (string $name): string => $facts->setting($name) !== '' ? $facts->setting($name) : 'none';
        $igbinary = $facts->isInPlace() ? "brine_igbinary({$set('igbinary.format')})" : $of('igbinary');

        return "brine={$of('brine')} igbinary=$igbinary sessions={$set('session.serialize_handler')} apcu={$set('apc.serializer')} dictionary={$set('brine.dictionary')}";
    }

    private static function session(Facts $facts): ?Finding
    {
        $handler = $facts->setting('session.serialize_handler');
        if (!$facts->has('session')) {
            return null;
        }
        if (!$facts->has('brine')) {
            return \str_starts_with($handler, 'brine')
                ? new Finding(true, "Sessions want the handler $handler, which is not there", 'No session starts. Load the extension, or go back to', 'session.serialize_handler = php', $facts->iniFile('20-brine'))
                : null;
        }

        return \in_array($handler, self::NATIVE_HANDLERS, true)
            ? new Finding(
                false,
                "Sessions are written by the handler $handler",
                'Brine reads them all, and writes smaller ones. PHP destroys sessions that a host cannot read: where several share them, '
                    . (isset(self::BRIDGES[$handler]) ? 'set ' . self::BRIDGES[$handler] . ' on each of them first. Set' : 'change all of them at one time. Set'),
                'session.serialize_handler = brine',
                $facts->iniFile('20-brine'),
            )
            : null;
    }

    private static function apcu(Facts $facts): ?Finding
    {
        $serializer = $facts->setting('apc.serializer');
        if (!$facts->has('apcu')) {
            return null;
        }
        if ($serializer === 'brine') {
            return $facts->has('brine')
                ? null
                : new Finding(true, 'APCu wants the serializer brine, which is not there', 'APCu uses its default one. Load the extension');
        }

        return $facts->has('brine')
            ? new Finding(false, "APCu stores with the serializer $serializer", 'With Brine, what a worker has fetched before is handed out without copying. Set', 'apc.serializer = brine', $facts->iniFile('20-brine'))
            : null;
    }

    private static function resident(Facts $facts): ?Finding
    {
        $limit = $facts->setting('brine.resident_memory');
        if (!$facts->has('brine') || $facts->resident === null) {
            return null;
        }
        if (\str_starts_with($facts->off, 'the extension ')) {
            return new Finding(false, "No value is kept resident: $facts->off", 'They are decoded each time. Load that extension only into the PHP that needs it');
        }
        if (($facts->resident['limit'] ?? 0) === 0 && $facts->setting('apc.serializer') === 'brine') {
            return new Finding(false, "Nothing is kept of what APCu has (brine.resident_memory is $limit)", 'Each fetch decodes. Set', 'brine.resident_memory = 8M', $facts->iniFile('20-brine'));
        }
        $evicted = $facts->resident['evicted'] ?? 0;

        return $evicted > 0 && $evicted > \intdiv($facts->resident['admitted'] ?? 0, 2)
            ? new Finding(false, "Of resident values, $evicted had to go for others", 'They do not fit. If there is memory for each worker, raise', 'brine.resident_memory = 32M', $facts->iniFile('20-brine'))
            : null;
    }

    private static function opcache(Facts $facts): ?Finding
    {
        $isWeb = $facts->sapi !== 'cli';

        return $isWeb && (!$facts->has('Zend OPcache') || $facts->setting('opcache.enable') !== '1')
            ? new Finding(true, 'OPcache is off', 'Without the extension, the readers in PHP are compiled in each request. Set', 'opcache.enable = 1', $facts->iniFile('10-opcache'))
            : null;
    }

    private static function callback(Facts $facts): ?Finding
    {
        $callback = $facts->setting('unserialize_callback_func');

        return $callback !== ''
            ? new Finding(false, "unserialize_callback_func is $callback()", 'It is called for each class that is missing, which takes time. An autoloader does it better')
            : null;
    }

    private static function debug(Facts $facts): ?Finding
    {
        return $facts->debug ? new Finding(false, 'This is a debug build of PHP', 'It is several times slower: measure nothing with it') : null;
    }

    /**
     * Differences between two PHPs that share stores.
     *
     * @return list<Finding>
     */
    public static function between(string $name, Facts $one, string $otherName, Facts $other): array
    {
        $found = [];
        if (self::written($one) !== self::written($other)) {
            [$with, $without, $file] = $one->has('brine') ? [$name, $otherName, $other] : [$otherName, $name, $one];
            $found[] = new Finding(
                true,
                "$with writes Brine, and $without text of serialize()",
                "Each reads the other by Auto; what calls unserialize() itself does not. For $without, add",
                'extension=brine',
                $file->iniFile('20-brine'),
            );
        }
        foreach (['brine', 'igbinary'] as $extension) {
            $versions = [$one->extensions[$extension] ?? '', $other->extensions[$extension] ?? ''];
            if ($versions[0] !== $versions[1] && !\in_array('', $versions, true)) {
                $found[] = new Finding(true, "$extension is $versions[0] for $name, and $versions[1] for $otherName", 'Install the same version everywhere, the readers of a new one before its writers');
            }
        }
        if (self::branch($one) !== self::branch($other)) {
            $found[] = new Finding(false, "PHP is $one->php for $name, and $other->php for $otherName", 'Values come back the same; classes of PHP itself may differ');
        }
        foreach (self::ALIKE as $setting) {
            if ($one->setting($setting) !== $other->setting($setting)) {
                $found[] = self::setting($setting, $name, $one, $otherName, $other);
            }
        }

        return $found;
    }

    private static function setting(string $setting, string $name, Facts $one, string $otherName, Facts $other): Finding
    {
        return new Finding(
            $setting === 'session.serialize_handler',
            "$setting is \"{$one->setting($setting)}\" for $name, and \"{$other->setting($setting)}\" for $otherName",
            $setting === 'session.serialize_handler'
                ? 'A session that one writes the other may destroy, where a command uses sessions. Set the same in both'
                : 'Set the same in both, unless you want it so',
            "$setting = " . ($other->setting($setting) !== '' ? $other->setting($setting) : $one->setting($setting)),
            $one->mainFile(),
        );
    }

    private static function branch(Facts $facts): string
    {
        return \implode('.', \array_slice(\explode('.', $facts->php), 0, 2));
    }
}
