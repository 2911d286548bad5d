// Orders to Python, one at a time, sent until they are answered: a page that is just running for another reason may miss
// one. The key lets an order be carried out once however often it is sent.

const PATIENCE = 2000;  // Milliseconds.

function makePost(send) {
  let timer = null;
  const post = {
    pending: null,
    send(order) {
      post.pending = newKey();
      const again = () => {
        send({ key: post.pending, ...order });
        timer = setTimeout(again, PATIENCE);
      };
      again();
    },
    // Whether this is the key of what was sent; then it is done.
    hears(key) {
      if (!key || key !== post.pending) return false;
      post.stop();
      return true;
    },
    stop() {
      clearTimeout(timer);
      post.pending = null;
    },
  };
  return post;
}

// Not randomUUID: browsers refuse that one on addresses without a certificate, as in a home network.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
