/** The `logic` of imported events: no rules of Tocsin decided them, so re-enactment takes them as they are. */
export const importLogic = 'import';
