/** A mark before the document's title, which a hidden tab shows. */

const MARK = "(1) ";

/** Sets the mark, or takes it away; it says nothing of what there is to see. */
export function markTitle(isMarked: boolean): void {
  const { title } = document;
  const plain = title.startsWith(MARK) ? title.slice(MARK.length) : title;
  document.title = isMarked ? `${MARK}${plain}` : plain;
}
