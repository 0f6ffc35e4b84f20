import { tools } from '@tocsin/platform/mcp/tools.js';

const names: ReadonlySet<unknown> = new Set(tools.map(({ name }) => name));

/** The tool that a message calls; undefined for other messages, and for names that only it knows. */
export const toolIn = (message: unknown): string | undefined => {
  const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: { readonly name?: unknown } };
  return method === 'tools/call' && names.has(params?.name) ? String(params?.name) : undefined;
};
