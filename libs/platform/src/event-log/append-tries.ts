/** How often an append with a conflict is tried: people, reactions and the inbox may write to a stream at the same time. */
export const appendTries = 20;
