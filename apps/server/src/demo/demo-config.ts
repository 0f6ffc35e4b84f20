import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigRefused, type Config } from '../config.js';

/** Whether the demo was requested: `npm start -- --demo`. */
export const isDemoRequested = (args: readonly string[]): boolean =>
  parseArgs({ args: [...args], options: { demo: { type: 'boolean', default: false } }, strict: false }).values['demo'] === true;

/** Uses a separate folder, and listens on this machine only, unless both are configured. Throws ConfigRefused on the cluster profile. */
export const toDemoConfig = (config: Config, env: NodeJS.ProcessEnv): Config => {
  if (config.profile !== 'embedded') throw new ConfigRefused('--demo needs the embedded profile. Leave TOCSIN_PROFILE out.');
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  return { ...config, data: isSet('TOCSIN_DATA') ? config.data : resolve('data-demo'), host: isSet('HOST') ? config.host : '127.0.0.1' };
};
