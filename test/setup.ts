import 'reflect-metadata';

// as scripts/bundle.mjs does it for the server
(globalThis as { TOCSIN_LOGIC?: string }).TOCSIN_LOGIC = process.env['LOGIC_OF_RULES']!;
