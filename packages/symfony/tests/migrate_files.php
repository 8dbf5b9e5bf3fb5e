<?php

/*
 * Migrates a pool of files, and ends with the command's exit code.
 *
 * usage: php migrate_files.php DIRECTORY [OPTION...]
 */

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Adapter\FilesystemAdapter;
use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Command\MigrateCommand;
use Brine\BrineBundle\Pools;
use Brine\BrineBundle\Serializers;
use Symfony\Component\Console\Input\ArgvInput;
use Symfony\Component\Console\Output\StreamOutput;
use Symfony\Component\DependencyInjection\Container;

require __DIR__ . '/bootstrap.php';

$serializers = new Serializers([], null, 100);
$container = new Container();
$container->set('files', new FilesystemAdapter('', 0, $argv[1], new BrineMarshaller($serializers->entries(false))));
exit((new MigrateCommand(new Pools($container, ['files']), $serializers))->run(new ArgvInput(['console', 'files', ...\array_slice($argv, 2)]), new StreamOutput(\STDOUT, decorated: false)));
