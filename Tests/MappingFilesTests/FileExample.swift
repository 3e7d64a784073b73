/// The example of a mapping file in the documentation, in the form in which it is written.
enum FileExample {
    static let text = """
        {
          "mercator": {"mapping": 1},
          "source": {"format": "json"},
          "roots": [
            {"at": "comments", "entity": "Comment"},
            {"at": "posts", "entity": "Post"}
          ],
          "entities": {
            "Comment": {
              "places": ["comments[]"],
              "identification": ["commentID"],
              "attributes": {
                "commentID": {"from": "id", "type": "integer64", "mandatory": true},
                "createdAt": {"from": "created_at", "type": "date", "transform": "secondsSince1970"},
                "email": {"from": "email", "type": "string"},
                "postID": {"from": "postId", "type": "integer64"}
              },
              "relationships": {
                "tags": {"from": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "comments"}
              },
              "connections": {
                "post": {"by": {"postID": "postID"}, "to": "Post", "inverse": "comments", "fixed": true}
              }
            },
            "Post": {
              "places": ["posts[]"],
              "identification": ["postID"],
              "attributes": {
                "postID": {"from": "id", "type": "integer64", "mandatory": true},
                "title": {"from": "title", "type": "string"}
              }
            },
            "Tag": {
              "places": ["comments[].tags[]"],
              "identification": ["name"],
              "attributes": {
                "name": {"from": "name", "type": "string", "mandatory": true}
              }
            }
          },
          "ignored": [
            {"at": "comments[].body_html"}
          ],
          "possible": [
            {"connect": "Comment.email=User.email", "confidence": 0.45}
          ]
        }

        """
}
