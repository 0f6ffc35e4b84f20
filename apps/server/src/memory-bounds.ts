import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Node takes these only when it starts. Without them, objects that live for a moment fill 128 MiB before they are collected, and the heap
 * grows to four times what it holds.
 */
const nodeArguments = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc'] as const;

/**
 * The C library keeps freed memory for each thread, the more the larger the pieces were: each password that was checked would leave 19 MiB
 * in every thread of the pool.
 */
const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '4194304' } as const;

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Compiled code, beside the program where that can be written; `NODE_COMPILE_CACHE` names another folder. Worker threads inherit it. */
const compileCache = (): string => process.env['NODE_COMPILE_CACHE'] || fromHere('../../.cache/compiled');

const isBounded = (): boolean => nodeArguments.every((argument) => process.execArgv.includes(argument));

/** A parent that has a channel to this process would lose it. Windows can’t replace a process. */
const canReplaceProcess = (): boolean => typeof process.execve === 'function' && process.platform !== 'win32' && !process.channel;

/**
 * Replaces this process by one with bounded memory and with the cache of compiled code: the same process to whoever started it, however it
 * was started. Arguments and variables of the operator win. Does nothing where that was done, or where it is not possible.
 */
export const boundMemory = (): void => {
  if (!isBounded() && canReplaceProcess()) {
    const args = [process.execPath, ...nodeArguments, ...process.execArgv, fromHere('main.js'), ...process.argv.slice(2)];
    process.execve!(process.execPath, args, { ...allocatorSettings, ...process.env, NODE_COMPILE_CACHE: compileCache() });
  }
  process.env['NODE_COMPILE_CACHE'] = compileCache();
  module.enableCompileCache();
};

/**
 * Gives back what starting has left behind, which would stay until the heap has grown by half. As a last resort it also frees compiled code that
 * ran only once.
 */
export const collectAfterStart = (): void => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
