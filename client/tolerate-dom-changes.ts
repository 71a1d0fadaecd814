/**
 * Lets React continue after a browser extension or a translator has moved or removed React's nodes. React removes a node from the
 * parent in which it rendered it, and inserts before a sibling there. If the node is elsewhere the browser throws
 * (facebook/react#11538), and an error view would replace the next page.
 */
export function tolerateDomChanges(): void {
  const { removeChild, insertBefore } = Node.prototype;
  let isLogged = false;
  const log = () => {
    if (!isLogged) console.warn('something has moved or removed parts of the page');
    isLogged = true;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    log();
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    log();
    return insertBefore.call(this, node, childAround(before, this)) as T;
  };
}

/** The parent's child that contains the node; null if the node is not inside the parent. */
function childAround(node: Node, parent: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}
