// Shares one answer among requests that ask the same at the same time, without ever giving an answer that is older than the request:
// whoever asks while the question is on its way waits for the next round.

interface Round<T> {
  current: Promise<T>;
  /** The round that starts when the current one is over, for all who have asked meanwhile. */
  next: Promise<T> | undefined;
}

/** Answers by question. */
export class FreshAnswers<T> {
  readonly #rounds = new Map<string, Round<T>>();

  /** The answer to the question, asked no earlier than now. */
  ask(question: string, answer: () => Promise<T>): Promise<T> {
    const round = this.#rounds.get(question);
    if (round === undefined) return this.#begin(question, answer);
    round.next ??= round.current.then(
      () => this.#begin(question, answer),
      () => this.#begin(question, answer),
    );
    return round.next;
  }

  #begin(question: string, answer: () => Promise<T>): Promise<T> {
    const round: Round<T> = { current: answer(), next: undefined };
    this.#rounds.set(question, round);
    const end = (): void => {
      if (round.next === undefined && this.#rounds.get(question) === round) this.#rounds.delete(question);
    };
    round.current.then(end, end);
    return round.current;
  }
}
