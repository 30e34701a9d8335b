/** What the buyer's card statement will show. */

type StatementNameProps = {
  /** As it is set at the payment provider; empty where it is not known. */
  readonly name: string;
  /** Whether payments are simulated. */
  readonly isTest: boolean;
};

/** One sentence, which claims no name that nobody has set. */
export function StatementName({ name, isTest }: StatementNameProps) {
  if (isTest) return <p>Test payments appear on no card statement.</p>;
  if (name === "") return <p>Ask us which name your card statement will show.</p>;
  return (
    <p>
      On your card statement: <b>{name}</b>
    </p>
  );
}
