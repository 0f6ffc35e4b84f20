/** No rule of ours decided it: re-enactment takes it as it is. */
export const importLogic = 'import';
