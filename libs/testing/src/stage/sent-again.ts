/** As senders do: sends again while the server says that it could not take it now, as for a large body on a machine that is busy. */
export const sentAgain = async <A extends { readonly status: number }>(send: () => Promise<A>, times = 30): Promise<A> => {
  const answer = await send();
  return answer.status === 503 && times > 0 ? sentAgain(send, times - 1) : answer;
};

/** What the log says of it. */
export const notReadInTime = /large bodies are being read|was not read in time/;
