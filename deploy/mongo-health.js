// The health check of docker-compose.yml's MongoDB: healthy once it is the primary of its replica set, which is
// initiated here when it never was. Before that, while the image makes its users, it is not. Run in mongosh.

if (db.hello().isreplicaset) {
  db.getSiblingDB('admin').auth('root', process.env.MONGO_INITDB_ROOT_PASSWORD);
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
}
const { setName, isWritablePrimary } = db.hello();
quit(setName === 'rs0' && isWritablePrimary ? 0 : 1);
